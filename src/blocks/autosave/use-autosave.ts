import { createContext, useContext, useEffect, useState } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/resource/result.ts'
import { useResource, useServices } from '../services/services.tsx'
import { createAutosave, type Autosave } from './autosave.ts'
import { createSaveStatus, type SaveStatus } from './save-status.ts'

/** Where the surrounding page without a Save button stands. */
export const SaveStatusContext = createContext<SaveStatus | null>(null)

/** Creates the status of a page; it saves what was typed when the page is hidden or left. */
export function useSaveStatus(): SaveStatus {
  const [status] = useState(createSaveStatus)
  useEffect(() => {
    const flush = () => void status.flush()
    const hide = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [status])
  return status
}

/**
 * Saves a record while it is typed: `get` and `set` its fields, and call `flush` when an input is left.
 * @throws outside a SaveStatusContext.
 */
export function useAutosave<E extends Entity>(
  entity: E,
  options: {
    id?: Id | undefined
    initial?: Readonly<Record<string, unknown>>
    missing?: (values: Readonly<Record<string, unknown>>) => FieldErrors
    onCreated?: (record: RecordOf<E>) => void
  },
): Autosave {
  const { store, writes } = useServices()
  const status = useContext(SaveStatusContext)
  const resource = useResource(entity)
  if (!status) throw new Error('useAutosave needs a SaveStatusContext above.')
  const [autosave] = useState(() =>
    createAutosave({ ...options, resource, status, idOf: writes.idOf, stored: (id) => store.of(entity).get(id) }),
  )
  // What was typed in a part that goes is saved.
  useEffect(() => () => void autosave.flush(), [autosave])
  return autosave
}
