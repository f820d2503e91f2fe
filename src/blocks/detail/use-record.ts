import { useEffect, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Failure, Result } from '#core/resource/result.ts'

/**
 * Fetches the one record a screen is about, and again after an interruption; what it shows it reads from the store.
 * Null while all is well.
 */
export function useFetched<E extends Entity>(
  fetch: () => Promise<Result<RecordOf<E>>>,
  key: string,
  resumed: ReadonlySignal<number>,
): { failure: Failure | null; retry: () => void } {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [tries, setTries] = useState(0)
  const again = resumed.value
  useEffect(() => {
    let here = true
    void fetch().then((result) => here && setFailure(result.ok ? null : result))
    return () => {
      here = false
    }
    // `key` stands for what `fetch` asks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, again, tries])
  return { failure, retry: () => setTries(tries + 1) }
}
