import type { ReactNode } from 'react'
import { css } from '#css/css'

export interface Chip {
  readonly key: string
  readonly label: ReactNode
  readonly chosen?: boolean
  readonly onChoose: () => void
}

/** Values that one tap chooses, in one row that scrolls. */
export const Chips = ({ chips, 'aria-label': label }: { chips: readonly Chip[]; 'aria-label': string }) => (
  <div role="group" aria-label={label} className={row}>
    {chips.map(({ key, label: text, chosen, onChoose }) => (
      <button key={key} type="button" className={chip} aria-pressed={chosen} onClick={onChoose}>
        {text}
      </button>
    ))}
  </div>
)

const row = css({ display: 'flex', gap: '2', overflowX: 'auto', padding: '1px', scrollbarWidth: 'none' })
const chip = css({
  inlineRow: '2',
  flex: 'none',
  minHeight: { base: '9', _coarse: 'touch' },
  paddingInline: '3.5',
  background: 'card',
  border: '1px solid {colors.line}',
  borderRadius: 'full',
  fontWeight: 'medium',
  cursor: 'pointer',
  '&[aria-pressed=true]': { background: 'primary.soft', borderColor: 'primary', color: 'primary' },
})
