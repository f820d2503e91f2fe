import { css } from '#css/css'

export const positioner: string = css({ placeItems: { base: 'stretch', sm: 'start center' }, paddingTop: { sm: '16' } })
export const content: string = css({
  maxWidth: { sm: '42.5rem' },
  maxHeight: { sm: 'calc(100dvh - 8rem)' },
  overflow: 'hidden',
})
export const onPhones: string = css({ display: { sm: 'none' } })
export const atDesks: string = css({ display: { base: 'none', sm: 'inline-flex' }, flex: 'none' })
export const head: string = css({
  row: '2.5',
  flex: 'none',
  minHeight: { base: '3.625rem', sm: '3.75rem' },
  paddingInline: { base: '2', sm: '5' },
  background: 'card',
  borderBottom: '1px solid {colors.line}',
  color: 'muted',
})
export const input: string = css({
  flex: '1',
  minWidth: '0',
  height: 'touch',
  background: 'transparent',
  outline: 'none',
  fontSize: 'lg',
  color: 'ink',
  _placeholder: { color: 'muted' },
})
export const keyCap: string = css({
  paddingInline: '1.5',
  border: '1px solid {colors.line}',
  borderRadius: 'sm',
  background: 'card',
  color: 'muted',
  fontFamily: 'body',
  fontSize: 'xs',
  fontWeight: 'medium',
})
export const kinds: string = css({
  display: 'flex',
  gap: '1.5',
  flex: 'none',
  padding: '2.5',
  paddingInline: '3.5',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  borderBottom: '1px solid {colors.line}',
})
export const chip: string = css({
  flex: 'none',
  minHeight: { base: '8', _coarse: 'touch' },
  paddingInline: '3',
  border: '1px solid {colors.line}',
  borderRadius: 'full',
  fontSize: 'control',
  fontWeight: 'strong',
  whiteSpace: 'nowrap',
  background: 'card',
  '&[aria-pressed=true]': { background: 'ink', color: 'card', borderColor: 'ink' },
})
export const body: string = css({
  flex: '1',
  minHeight: '0',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: '1.5',
})
export const heading: string = css({
  row: '2.5',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  minHeight: '8',
  paddingInline: '3',
  textStyle: 'label',
  color: 'muted',
})
export const row: string = css({
  row: '3',
  width: 'full',
  minHeight: { base: '12', _coarse: '14' },
  paddingInline: '3',
  paddingBlock: '1',
  borderRadius: 'md',
  textAlign: 'start',
  color: 'ink',
  textDecoration: 'none',
  '&[aria-selected=true]': { background: 'primary.soft' },
})
export const disc: string = css({
  center: true,
  flex: 'none',
  boxSize: '8',
  borderRadius: 'md',
  background: 'soft',
  color: 'muted',
})
export const words: string = css({ display: 'grid', flex: '1', minWidth: '0' })
export const main: string = css({ fontWeight: 'strong', truncate: true })
export const sub: string = css({ textStyle: 'small', color: 'muted', truncate: true })
export const said: string = css({ paddingInline: '3', paddingBlock: '2.5', textStyle: 'small', color: 'muted' })
export const feet: string = css({
  display: { base: 'none', sm: 'flex' },
  gap: '4',
  flex: 'none',
  alignItems: 'center',
  paddingInline: '5',
  paddingBlock: '2.5',
  background: 'paper',
  borderTop: '1px solid {colors.line}',
  textStyle: 'small',
  color: 'muted',
})
