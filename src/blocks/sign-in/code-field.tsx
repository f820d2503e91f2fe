import { useEffect, useRef, useState } from 'react'
import { css } from '#css/css'
import { PinInput } from '#ui/pin-input/pin-input.tsx'

/** Six digits, with what is wrong with them, which are typed anew then. */
export const CodeField = ({
  label,
  error,
  disabled,
  onComplete,
}: {
  label: string
  error: string | null
  disabled?: boolean
  onComplete: (code: string) => Promise<void>
}) => {
  const [code, setCode] = useState('')
  const place = useRef<HTMLDivElement>(null)
  // Boxes that were disabled meanwhile have lost the focus, and the next thing to do is to type again.
  useEffect(() => {
    if (error !== null && !disabled) place.current?.querySelector('input')?.focus()
  }, [error, disabled])
  return (
    <div ref={place} className={css({ stack: '1.5' })}>
      <PinInput
        aria-label={label}
        value={code}
        invalid={error !== null}
        disabled={disabled}
        onChange={setCode}
        onComplete={(whole) => void onComplete(whole).then(() => setCode(''))}
      />
      {error !== null && (
        <p role="alert" className={css({ textStyle: 'small', color: 'attention', fontWeight: 'strong' })}>
          {error}
        </p>
      )}
    </div>
  )
}
