import { css } from '#css/css'

/** A row of a list beside a sheet. */
export const listRow = css({
  row: '3',
  width: 'full',
  minHeight: '14',
  paddingInline: '3.5',
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
  '&[aria-current]': { background: 'primary.soft' },
  _hover: { background: 'soft' },
})
export const listSub = css({ display: 'block', textStyle: 'note' })
export const nothingListed = css({ padding: '3.5', textStyle: 'note' })
