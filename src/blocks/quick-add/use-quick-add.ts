import { useRef, useState, type FormEvent } from 'react'
import type { Failure, Result } from '#core/resource/result.ts'
import { toastFailure } from '../failure/toast-failure.ts'

/**
 * The state of an input that adds a record for each text. Adding empties it at once, so that the next one can be typed
 * while the first is saved, and a second press adds nothing; a text that is refused is put back in front of what has been
 * typed since. Texts are saved one after the other.
 * @param save saves a text, trimmed and not empty; it reads by itself what may have changed since it was typed
 * @param fail shows why one was refused; a toast by default
 * @example
 * const line = useQuickAdd((text) => resource.save({ text }))
 * <form onSubmit={line.add}><TextInput value={line.text} onChange={line.setText} /></form>
 */
export function useQuickAdd(
  save: (text: string) => Promise<Result<unknown>>,
  fail: (failure: Failure) => void = toastFailure,
) {
  const [text, setText] = useState('')
  const last = useRef(Promise.resolve())

  function add(event?: Pick<FormEvent, 'preventDefault'>): void {
    event?.preventDefault()
    const sent = text.trim()
    if (!sent) return
    setText('')
    last.current = last.current.then(async () => {
      const result = await save(sent)
      if (result.ok) return
      fail(result)
      setText((typed) => [sent, typed].filter(Boolean).join(' '))
    })
  }
  return { text, setText, add }
}
