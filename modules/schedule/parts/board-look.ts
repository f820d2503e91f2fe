import { css, cva } from '#css/css'

/** The hue of a job as variables: `--hue` and its soft ground `--ground`. */
export const hues = [
  css({ '--hue': '{colors.job.1}', '--ground': '{colors.job.1.soft}' }),
  css({ '--hue': '{colors.job.2}', '--ground': '{colors.job.2.soft}' }),
  css({ '--hue': '{colors.job.3}', '--ground': '{colors.job.3.soft}' }),
  css({ '--hue': '{colors.job.4}', '--ground': '{colors.job.4.soft}' }),
  css({ '--hue': '{colors.job.5}', '--ground': '{colors.job.5.soft}' }),
  css({ '--hue': '{colors.job.6}', '--ground': '{colors.job.6.soft}' }),
  css({ '--hue': '{colors.job.7}', '--ground': '{colors.job.7.soft}' }),
  css({ '--hue': '{colors.job.8}', '--ground': '{colors.job.8.soft}' }),
]
export const hueOf = (color: number | null | undefined, id = 0): string =>
  hues[((color ?? id) - 1 + hues.length) % hues.length] ?? ''

/** Draft: stripes of the job's ground, and a line. */
const stripes = 'repeating-linear-gradient(135deg, var(--ground) 0 5px, {colors.card} 5px 9px)'

/** A run of days of an assignment, or a bar of a phase. */
export const chip = cva({
  base: {
    position: 'absolute',
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minWidth: '0',
    height: '1.6875rem',
    paddingInlineStart: '2',
    paddingInlineEnd: '1.5',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    fontSize: 'xs',
    color: 'ink',
    background: 'var(--ground)',
    borderRadius: 'sm',
    cursor: 'grab',
    userSelect: 'none',
    touchAction: 'pan-x pan-y',
    '& svg': { flex: 'none', boxSize: '0.8125rem', color: 'muted' },
    '& b': {
      minWidth: '0',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      fontWeight: 'section',
      fontVariantNumeric: 'tabular-nums',
    },
    _before: {
      content: '""',
      position: 'absolute',
      insetBlock: '0',
      left: '0',
      width: '3px',
      background: 'var(--hue)',
    },
    '&[data-draft]': { background: stripes, boxShadow: 'inset 0 0 0 1px var(--hue)' },
    '&[data-draft] b, &[data-draft] em': { background: 'card', borderRadius: 'xs', paddingInline: '1' },
    '&[data-removed]': { opacity: 0.55, textDecoration: 'line-through' },
    '&[data-warn]': { boxShadow: 'inset 0 0 0 1.5px {colors.attention}', '& svg': { color: 'attention' } },
    '&[data-conflict]': { boxShadow: 'inset 0 0 0 1.5px {colors.conflict.line}', '& svg': { color: 'conflict' } },
    '&[data-changed]': { outline: '2px solid {colors.primary}', outlineOffset: '-1px' },
    '&[data-half]': { height: '1rem', fontSize: '2xs' },
    '&[data-away]': { color: 'muted', background: 'soft', cursor: 'default', '--hue': '{colors.muted}' },
    '&[data-dated]': {
      background: 'card',
      boxShadow: 'inset 0 0 0 1px {colors.line}',
      cursor: 'default',
      '--hue': '{colors.primary}',
    },
    '&[data-asked]': {
      color: 'attention',
      background: 'repeating-linear-gradient(135deg, {colors.attention.soft} 0 5px, {colors.card} 5px 9px)',
      boxShadow: 'inset 0 0 0 1px {colors.attention}',
      cursor: 'pointer',
      '--hue': '{colors.attention}',
      '& a': {
        background: 'card',
        borderRadius: 'xs',
        paddingInline: '1',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      },
    },
    // It gives way before the number of the job does.
    '& em': {
      flexShrink: '999',
      minWidth: '0',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      fontStyle: 'normal',
    },
    '& [data-end]': { display: 'inline-flex', marginInlineStart: 'auto' },
  },
})

export const heading = css({ textStyle: 'caption', fontWeight: 'strong', color: 'muted' })
