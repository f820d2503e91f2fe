import { useEffect, useMemo, useState } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { AWAY } from '#core/resource/retries.ts'
import type { Where } from '#core/query/where.ts'
import { useServices } from '../services/services.tsx'
import { useLooking } from './use-looking.ts'

/**
 * Fetches a screen's record into the store, and again after an interruption; a copy on the device is there before the
 * answer. `failure` is the error of the last request; `fetched` is true if the last request succeeded.
 */
export function useFetched<E extends Entity>(
  entity: E,
  id: Id,
  fetch: () => Promise<Result<RecordOf<E>>>,
): { failure: Failure | null; fetched: boolean; retry: () => void } {
  const { kept, retries, shown, store } = useServices()
  const [last, setLast] = useState<{ key: string; failure: Failure | null } | null>(null)
  const [tries, setTries] = useState(0)
  useLooking(entity, id)
  const again = store.missedOf(entity).value
  const key = `${entity.name} ${id}`
  const answer = useMemo(() => {
    const where = { id } as Where<RecordOf<E>>
    return { ...store.query({ entity, where }), renew: () => kept.seen(entity, id) }
  }, [store, kept, entity, id])
  useEffect(() => shown.add(answer), [shown, answer])
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
