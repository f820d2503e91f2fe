import { useMemo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { watched } from '#core/store/watched.ts'

/**
 * The record of a row, whose component renders again only when a field changes that it or what is in it has read. It is for
 * reading: send and keep parts of it. @useSignals
 */
export function useRecord<R extends object>(item: ReadonlySignal<R>): R {
  const record = useMemo(() => watched(item), [item])
  return record.value
}
