import { sva } from '#css/css'

/** An option of a list. */
export interface Option<V extends string | number = string> {
  value: V
  label: string
  /** A secondary text, such as a number, company or role. */
  hint?: string
  disabled?: boolean
  /** The heading that the option is grouped under. */
  group?: string
}

/** The styles of popup lists: select, combobox and menu. */
export const listbox = sva({
  className: 'listbox',
  slots: ['content', 'item', 'hint', 'check', 'note', 'heading', 'separator'],
  base: {
    content: {
      display: 'flex',
      flexDirection: 'column',
      minWidth: '10rem',
      maxWidth: 'calc(100vw - 1rem)',
      maxHeight: 'min(50vh, var(--available-height, 50vh))',
      overflowY: 'auto',
      padding: '1',
      background: 'card',
      borderRadius: 'lg',
      boxShadow: 'floating',
      zIndex: 'floating',
      outline: 'none',
      _open: { animation: 'rise {durations.fast}' },
      _closed: { animation: 'leave {durations.fast}' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      flex: 'none',
      minHeight: { base: '8', _coarse: 'touch' },
      paddingInline: '2.5',
      paddingBlock: '1',
      borderRadius: 'sm',
      cursor: 'pointer',
      textAlign: 'start',
      _highlighted: { background: 'primary.soft' },
      '&[data-state=checked]': { fontWeight: 'bold' },
      '&[data-disabled]': { color: 'faint', cursor: 'not-allowed' },
    },
    hint: { textStyle: 'small', color: 'muted' },
    check: { marginInlineStart: 'auto', color: 'primary' },
    note: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      maxWidth: '20rem',
      padding: '2.5',
      textStyle: 'small',
      color: 'muted',
    },
    heading: { paddingInline: '2.5', paddingTop: '2', paddingBottom: '1', textStyle: 'label', color: 'muted' },
    separator: { height: '1px', flex: 'none', marginBlock: '1', background: 'line', border: '0' },
  },
})
