import { datePickerAnatomy } from '@ark-ui/react/date-picker'
import { sva } from '#css/css'

/** The styles of calendars: day, month and year views. */
export const calendar = sva({
  className: 'calendar',
  slots: datePickerAnatomy.extendWith('head').keys(),
  base: {
    control: {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: '2',
    },
    trigger: {
      position: 'absolute',
      insetBlock: '0',
      insetInlineEnd: '0',
      display: 'grid',
      placeItems: 'center',
      width: { base: '9', _coarse: '12' },
      color: 'muted',
      borderRadius: 'md',
    },
    content: {
      padding: '3',
      background: 'card',
      borderRadius: 'lg',
      boxShadow: 'floating',
      zIndex: 'floating',
      outline: 'none',
      _open: { animation: 'rise {durations.fast}' },
    },
    head: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', marginBottom: '1' },
    viewTrigger: {
      fontWeight: 'strong',
      paddingInline: '2',
      minHeight: '8',
      borderRadius: 'sm',
      _hover: { background: 'soft' },
    },
    table: { borderCollapse: 'collapse', width: 'full' },
    tableHeader: { textStyle: 'caption', fontWeight: 'strong', color: 'muted', height: '8', textAlign: 'center' },
    tableCell: { padding: '0' },
    tableCellTrigger: {
      display: 'grid',
      placeItems: 'center',
      minWidth: { base: '9', _coarse: 'touch' },
      height: { base: '9', _coarse: 'touch' },
      paddingInline: '1',
      borderRadius: 'md',
      cursor: 'pointer',
      _hover: { background: 'soft' },
      '&[data-today]': { fontWeight: 'title', textDecoration: 'underline', textUnderlineOffset: '3px' },
      '&[data-outside-range]': { color: 'faint' },
      '&[data-in-range]': { background: 'primary.soft', borderRadius: '0' },
      '&[data-selected], &[data-range-start], &[data-range-end]': {
        background: 'primary',
        color: 'primary.ink',
        borderRadius: 'md',
      },
      '&[data-disabled]': { color: 'faint', cursor: 'not-allowed' },
      '&[data-unavailable]': { color: 'faint', textDecoration: 'line-through' },
    },
  },
})
