import { useEffect, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Failure, Result } from '#core/resource/result.ts'

/**
 * Fetches a screen's record into the store, and again after a reconnect. `failure` is the error of the last request;
 * `fetched` is true if the last request succeeded.
 */
export function useFetched<E extends Entity>(
  fetch: () => Promise<Result<RecordOf<E>>>,
  key: string,
  missed: ReadonlySignal<number>,
): { failure: Failure | null; fetched: boolean; retry: () => void } {
  const [last, setLast] = useState<{ key: string; failure: Failure | null } | null>(null)
  const [tries, setTries] = useState(0)
  const again = missed.value
  useEffect(() => {
    let here = true
    void fetch().then((result) => here && setLast({ key, failure: result.ok ? null : result }))
    return () => {
      here = false
    }
    // `key` identifies the request, since `fetch` is a new function on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, again, tries])
  // The last result may belong to the previous record.
  const current = last?.key === key ? last : null
  return { failure: current?.failure ?? null, fetched: current?.failure === null, retry: () => setTries(tries + 1) }
}
