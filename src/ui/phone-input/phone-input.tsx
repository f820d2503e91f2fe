import { useLayoutEffect, useRef } from 'react'
import { TextInput, type TextInputProps } from '#ui/text-input/text-input.tsx'

/** Ten digits as North America writes them, as far as they are there. */
const show = (digits: string) => {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (line) return `(${area}) ${exchange}-${line}`
  return exchange ? `(${area}) ${exchange}` : area && `(${area}`
}

const toDigits = (text: string) => text.replace(/\D/g, '').replace(/^1/, '').slice(0, 10)

/** A phone number: typed and shown as (509) 555-0142, held as `1` and its ten digits, empty when there is none. */
export const PhoneInput = ({ value, onChange, ...props }: Omit<TextInputProps, 'type' | 'ref'>) => {
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
      placeholder="(509) 555-0142"
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

/** Where the caret stands after so many digits of a shown number. */
const positionAfter = (shown: string, digits: number) => {
  let at = 0
  for (let left = digits; left > 0 && at < shown.length; at++) if (/\d/.test(shown.charAt(at))) left--
  return at
}
