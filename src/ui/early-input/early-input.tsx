import { useEffect, useEffectEvent, useRef } from 'react'
import { css } from '#css/css'

const setText = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/** Types at the beginning of an input as a person would, so that whoever renders it notices. */
function type(text: string, input: HTMLInputElement) {
  setText?.call(input, text + input.value)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  input.setSelectionRange(input.value.length, input.value.length)
}

/**
 * An invisible input that has the focus until a dialog which is still being loaded takes it, and then hands over what
 * was typed meanwhile. Render it synchronously within the press (`flushSync`): phones show their keyboard only for an
 * input that gets the focus right then, and keep it when the focus moves on to another input.
 */
export const EarlyInput = ({
  'aria-label': label,
  onDone,
}: {
  /** The name of the input that will take over. */
  'aria-label': string
  /** Called when it has handed over. The parent must remove it. */
  onDone: () => void
}) => {
  const early = useRef<HTMLInputElement>(null)
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const typed = early.current?.value
    // A dialog may get the focus itself before one of its inputs does.
    if (target === early.current || !(target instanceof HTMLInputElement)) return
    // Afterwards, because whoever moves the focus may select what is in the input.
    if (typed) queueMicrotask(() => type(typed, target))
    onDone()
  })
  // An open dialog makes everything else inert, so this input may lose the focus before the dialog's gets it.
  useEffect(() => {
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => early.current?.focus({ preventScroll: true }), [])
  return <input ref={early} aria-label={label} autoComplete="off" className={place} />
}

const place = css({ position: 'fixed', top: '0', insetInlineStart: '50%', boxSize: '1px', opacity: '0' })
