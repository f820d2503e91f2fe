import { useEffect, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Failure, Result } from '#core/resource/result.ts'

/**
 * Fetches the one record a screen is about, and again after an interruption; what it shows it reads from the store.
 * `failure` is null while all is well; `fetched` says that the record was there when it was last asked for.
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
    // `key` stands for what `fetch` asks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, again, tries])
  // What was heard of the record before this one says nothing of this one.
  const heard = last?.key === key ? last : null
  return { failure: heard?.failure ?? null, fetched: heard?.failure === null, retry: () => setTries(tries + 1) }
}
