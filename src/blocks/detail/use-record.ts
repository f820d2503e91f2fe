import { useEffect, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { AWAY } from '#core/resource/retries.ts'
import { useServices } from '../services/services.tsx'

/**
 * Fetches a screen's record into the store, and again after an interruption. `failure` is the error of the last request;
 * `fetched` is true if the last request succeeded.
 */
export function useFetched<E extends Entity>(
  fetch: () => Promise<Result<RecordOf<E>>>,
  key: string,
  missed: ReadonlySignal<number>,
): { failure: Failure | null; fetched: boolean; retry: () => void } {
  const { retries } = useServices()
  const [last, setLast] = useState<{ key: string; failure: Failure | null } | null>(null)
  const [tries, setTries] = useState(0)
  const again = missed.value
  useEffect(() => {
    let here = true
    let withdraw = () => {}
    async function load() {
      const result = await fetch()
      if (!here) return
      setLast({ key, failure: result.ok ? null : result })
      if (!result.ok && AWAY.includes(result.status)) withdraw = retries.add(() => void load())
    }
    void load()
    return () => {
      here = false
      withdraw()
    }
    // `key` identifies the request, since `fetch` is a new function on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [retries, key, again, tries])
  // The last result may belong to the previous record.
  const current = last?.key === key ? last : null
  return { failure: current?.failure ?? null, fetched: current?.failure === null, retry: () => setTries(tries + 1) }
}
