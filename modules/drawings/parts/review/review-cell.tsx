import { useState, type KeyboardEvent } from 'react'
import { css } from '#css/css'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { useArrival } from './use-arrival.ts'

/** What the keys of a cell do: Enter takes the value and goes on, Tab goes down the column. */
export interface CellKeys {
  readonly take: (value: string) => void
  readonly save: (value: string) => void
  /** Whether there is a row in that direction. */
  readonly go: (by: 1 | -1) => boolean
}

export interface CellProps {
  readonly label: string
  readonly value: string
  /** What a box that is being drawn for it holds. */
  readonly live: string | null
  readonly isUnsure: boolean
  /** That the focus has been moved here, another one each time. */
  readonly arrival: object | null
  readonly placeholder?: string | undefined
  readonly keys: CellKeys
  readonly onFocus: () => void
}

/** A value of a page under review. It is saved when the field is left. @useSignals */
export const ReviewCell = ({ label, value, live, isUnsure, arrival, placeholder, keys, onFocus }: CellProps) => {
  const [typed, setTyped] = useState(value)
  const input = useArrival(arrival)
  const leave = () => {
    if (typed.trim() !== value) keys.save(typed.trim())
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      keys.take(typed.trim())
    }
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey) return
    if (keys.go(event.shiftKey ? -1 : 1)) event.preventDefault()
  }
  return (
    <span className={cell} data-unsure={isUnsure || undefined} onFocus={onFocus}>
      <TextInput
        ref={input}
        aria-label={isUnsure ? `${label}, unsure` : label}
        value={live ?? typed}
        onChange={setTyped}
        onBlur={leave}
        onKeyDown={press}
        {...(placeholder !== undefined && { placeholder })}
      />
    </span>
  )
}

const cell = css({
  display: 'block',
  '&[data-unsure] input': {
    borderColor: 'attention',
    background: 'color-mix(in srgb, {colors.attention} 12%, {colors.card})',
    color: 'attention',
    fontWeight: 'strong',
  },
})
