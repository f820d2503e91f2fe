import { sva } from '#css/css'

/** The styles of a table, and of the list it becomes on phones. */
export const table = sva({
  className: 'table',
  slots: ['root', 'head', 'header', 'sort', 'body', 'row', 'cell', 'link', 'text', 'title', 'sub', 'end', 'highlight'],
  base: {
    root: {
      '--beside': '{spacing.3.5}',
      background: 'card',
      border: '1px solid {colors.line}',
      borderRadius: { base: 'xl', sm: 'lg' },
      overflow: 'clip',
    },
    head: {
      position: 'sticky',
      top: 'var(--sticky-top, 0px)',
      zIndex: 'sticky',
      display: 'grid',
      gridTemplateColumns: 'var(--columns)',
      background: 'card',
      borderBottom: '1px solid {colors.line}',
    },
    header: {
      minWidth: '0',
      paddingInline: 'var(--beside)',
      _first: { paddingInlineStart: '3.5' },
      paddingBlock: '2.5',
      fontSize: 'xs',
      fontWeight: 'strong',
      color: 'muted',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      '&[data-align=end]': { textAlign: 'end' },
    },
    sort: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      fontWeight: 'inherit',
      color: 'inherit',
      borderRadius: 'xs',
      _hover: { color: 'ink' },
      '& svg': { width: '3.5', height: '3.5' },
    },
    row: {
      position: 'relative',
      isolation: 'isolate',
      display: 'grid',
      gridTemplateColumns: 'var(--columns)',
      alignItems: 'center',
      height: 'row',
      borderBottom: '1px solid {colors.line}',
      _last: { borderBottom: '0' },
      '& :is(button, label, a:not([data-row]))': { position: 'relative', zIndex: '1' },
      '&:has(a[data-row]):hover': { background: 'soft' },
      '&:has(a[data-row]:focus-visible)': { outline: '2px solid {colors.primary}', outlineOffset: '-2px' },
    },
    cell: {
      minWidth: '0',
      paddingInline: 'var(--beside)',
      _first: { paddingInlineStart: '3.5' },
      whiteSpace: 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      '&[data-align=end]': { textAlign: 'end' },
    },
    link: { outline: 'none', _before: { content: '""', position: 'absolute', inset: '0' } },
    highlight: {
      position: 'absolute',
      insetBlock: '0',
      insetInlineStart: '0',
      width: '14',
      zIndex: '-1',
      pointerEvents: 'none',
      background: 'linear-gradient(90deg, {colors.primary.soft}, transparent)',
      animation: 'appear {durations.normal}',
    },
    text: {
      display: 'grid',
      minWidth: '0',
      '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    },
    title: { fontWeight: 'bold' },
    sub: { fontSize: 'sm', color: 'muted', '& > * + *::before': { content: '" · "' } },
    end: { display: 'flex', alignItems: 'center', gap: '2', fontSize: 'sm', fontWeight: 'strong' },
  },
  variants: {
    phone: {
      true: {
        row: {
          display: 'flex',
          justifyContent: 'space-between',
          gap: '3.5',
          height: 'row.phone',
          paddingInline: '4',
        },
      },
    },
    compact: {
      true: {
        // Tables with many narrow columns use less space between them on screens below desktop width.
        root: { '--beside': { base: '{spacing.1}', lg: '{spacing.3.5}' } },
        row: { height: 'row.compact' },
      },
    },
  },
})
