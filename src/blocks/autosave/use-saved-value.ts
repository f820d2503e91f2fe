import { useEffect, useRef, useState } from 'react'
import type { Result } from '#core/resource/result.ts'
import { toastFailure } from '../failure/toast-failure.ts'

/** One value that is saved when its input is left. */
export interface SavedValue<T> {
  readonly value: T
  /** Why the server refused it. */
  readonly error: string | null
  change(value: T): void
  /** Saves what was typed, if anything was. */
  leave(): void
}

/**
 * Saves one value when its input is left. What others save meanwhile is shown, unless something else was typed and is not
 * saved yet; what is typed while a save is on its way follows it.
 * @param save is given what was typed, and what was stored when it is sent
 */
export function useSavedValue<T extends string | number | null>(
  field: string,
  stored: T,
  save: (value: T, basis: T) => Promise<Result<unknown>>,
): SavedValue<T> {
  const [value, setValue] = useState(stored)
  const [error, setError] = useState<string | null>(null)
  const typed = useRef(stored)
  /** What is stored, which is known from an answer before it is on screen. */
  const known = useRef(stored)
  /** Whether what is typed is not saved yet. */
  const isOwn = useRef(false)
  const isSaving = useRef(false)
  const isLeft = useRef(false)
  useEffect(() => {
    known.current = stored
    if (isOwn.current) return
    typed.current = stored
    setValue(stored)
  }, [stored])
  async function send(basis: T) {
    const sent = typed.current
    if (!isOwn.current || sent === basis) {
      isOwn.current = false
      return setError(null)
    }
    isSaving.current = true
    isLeft.current = false
    const result = await save(sent, basis)
    isSaving.current = false
    if (result.ok) known.current = sent
    isOwn.current = !result.ok || typed.current !== sent
    const said = result.ok ? null : (result.errors[field]?.[0] ?? null)
    setError(said)
    if (!result.ok && said === null) toastFailure(result)
    if (result.ok && isLeft.current) await send(sent)
  }
  return {
    value,
    error,
    change(next) {
      isOwn.current = true
      typed.current = next
      setValue(next)
    },
    leave() {
      if (isSaving.current) isLeft.current = true
      else void send(known.current)
    },
  }
}
