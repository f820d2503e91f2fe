import { useLayoutEffect, useRef } from 'react'
import { TextInput, type LineProps } from '#ui/text-input/text-input.tsx'

/** Formats up to ten digits as a North American number. */
const show = (digits: string) => {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (line) return `(${area}) ${exchange}-${line}`
  return exchange ? `(${area}) ${exchange}` : area && `(${area}`
}

const toDigits = (text: string) => text.replace(/\D/g, '').replace(/^1/, '').slice(0, 10)

/** An input for a phone number, shown as (509) 555-0142. The value is `1` and the ten digits, or empty. */
export const PhoneInput = ({ value, onChange, ...props }: LineProps) => {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(null)
  const shown = show(toDigits(value))
  useLayoutEffect(() => {
    if (caret.current === null) return
    const at = positionAfter(shown, caret.current)
    input.current?.setSelectionRange(at, at)
    caret.current = null
  })
  return (
    <TextInput
      autoComplete="tel"
      placeholder="(___) ___-____"
      {...props}
      ref={input}
      type="tel"
      value={shown}
      onChange={(text) => {
        const digits = toDigits(text)
        caret.current = toDigits(text.slice(0, input.current?.selectionStart ?? text.length)).length
        onChange(digits && `1${digits}`)
      }}
    />
  )
}

/** The caret position after a number of digits in the formatted text. */
const positionAfter = (shown: string, digits: number) => {
  let at = 0
  for (let left = digits; left > 0 && at < shown.length; at++) if (/\d/.test(shown.charAt(at))) left--
  return at
}
