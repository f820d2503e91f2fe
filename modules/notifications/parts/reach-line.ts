import { css } from '#css/css'

/** A line of what reaches one: what it is, and what can be done about it. */
export const reachLine = css({
  wrap: '2.5',
  justifyContent: 'space-between',
  minHeight: '12',
  borderBottom: '1px solid {colors.line}',
})
