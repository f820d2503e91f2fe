import { css, cva } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import type { PinTone } from '../../../work-items/index.ts'

/** A pin on the sheet: its kind by icon, its number, its state by tone. */
export const PinFace = ({
  tone,
  icon,
  number,
  label,
  isChosen,
  onClick,
}: {
  tone: PinTone
  icon: string
  number: string
  label: string
  isChosen: boolean
  onClick: () => void
}) => (
  <button type="button" className={recipe({ tone })} aria-label={label} aria-pressed={isChosen} onClick={onClick}>
    <Icon name={icon} size="sm" />
    {number && <span>{number}</span>}
  </button>
)

const recipe = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '7',
    paddingInline: '2',
    color: 'white',
    fontWeight: 'section',
    textStyle: 'small',
    border: '1px solid white',
    borderRadius: '14px 14px 14px 2px',
    boxShadow: 'raised',
    // A touch near it counts, too.
    position: 'relative',
    _before: { content: '""', position: 'absolute', inset: '-8px' },
    '&[aria-pressed=true]': { outline: '3px solid {colors.primary}' },
  },
  variants: {
    tone: {
      attention: { background: '#be400b' },
      alarm: { background: '#b3221c' },
      done: { background: '#18794e' },
      primary: { background: '#1b57c2' },
      neutral: { background: '#5a6672' },
    },
  },
})

/** The same as a round mark in lists. */
export const PinDot = ({ tone, icon }: { tone: PinTone; icon: string }) => (
  <span className={dot({ tone })}>
    <Icon name={icon} size="sm" />
  </span>
)
const dot = cva({
  base: { center: true, flex: 'none', boxSize: '7', color: 'white', borderRadius: '14px 14px 14px 2px' },
  variants: {
    tone: {
      attention: { background: '#be400b' },
      alarm: { background: '#b3221c' },
      done: { background: '#18794e' },
      primary: { background: '#1b57c2' },
      neutral: { background: '#5a6672' },
    },
  },
})
export const rowText = css({ flex: '1', minWidth: '0', textAlign: 'start' })
