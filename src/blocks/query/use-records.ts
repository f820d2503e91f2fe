import { useMemo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Items } from '#core/store/records.ts'
import { watchedAll } from '#core/store/watched.ts'

/**
 * The records of a set that stays short, such as the choices of a field or what belongs to one day: the component that holds
 * them renders again when a field changes that it has read of any. They are for reading: send and keep parts of them.
 * @useSignals
 */
export function useRecords<R extends object>(items: ReadonlySignal<Items<R>>): readonly R[] {
  const records = useMemo(() => watchedAll(items), [items])
  return records.value
}
