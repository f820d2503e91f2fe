import { useEffect, useRef } from 'react'
import { css } from '#css/css'
import { PinInput } from '#ui/pin-input/pin-input.tsx'

/** Six digits, with what is wrong with them. */
export const CodeField = ({
  label,
  value,
  error,
  disabled,
  onChange,
  onComplete,
}: {
  label: string
  value: string
  error: string | null
  disabled?: boolean
  onChange: (value: string) => void
  onComplete: (value: string) => void
}) => {
  const place = useRef<HTMLDivElement>(null)
  // Boxes that were disabled meanwhile have lost the focus, and the next thing to do is to type again.
  useEffect(() => {
    if (error !== null && !disabled) place.current?.querySelector('input')?.focus()
  }, [error, disabled])
  return (
    <div ref={place} className={css({ stack: '1.5' })}>
      <PinInput
        aria-label={label}
        value={value}
        invalid={error !== null}
        disabled={disabled}
        onChange={onChange}
        onComplete={onComplete}
      />
      {error !== null && (
        <p role="alert" className={css({ textStyle: 'small', color: 'attention', fontWeight: 'strong' })}>
          {error}
        </p>
      )}
    </div>
  )
}
