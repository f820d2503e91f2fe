import { css } from '#css/css'

/** The style of a link that stands alone: as high as what is pressed has to be (WCAG 2.2, 2.5.8). */
export const textLink = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: { base: '6', _coarse: 'touch' },
  fontWeight: 'strong',
  color: 'primary',
})
