import { useEffect, useState } from 'react'
import type { Entity } from '#core/entity/entity.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { AWAY } from '#core/resource/retries.ts'
import { useServices } from '../services/services.tsx'

/** Milliseconds without a change before it is asked again, since many records may change at once. */
const SETTLED = 300
const changes = ['saved', 'saved-many', 'deleted', 'deleted-many'] as const

export interface Asked<T> {
  /** The latest answer to this question; null before the first. */
  data: T | null
  /** Why the latest attempt failed; null while it has not. */
  failure: Failure | null
  retry: () => void
}

/**
 * What only the server can compute: asked once, and again after a change of one of these entities.
 * @param key what is asked, since `ask` is a new function on every render
 * @param entities what the answer depends on; keep the list outside the component
 */
export function useAsked<T>(ask: () => Promise<Result<T>>, key: string, entities: readonly Entity[]): Asked<T> {
  const { store, retries } = useServices()
  const [answer, setAnswer] = useState<{ key: string; data: T | null; failure: Failure | null } | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let turn = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let withdraw = () => {}
    async function send() {
      const mine = ++turn
      const result = await ask()
      if (mine !== turn) return
      if (result.ok) setAnswer({ key, data: result.data, failure: null })
      else setAnswer((last) => ({ key, data: last?.key === key ? last.data : null, failure: result }))
      withdraw()
      if (!result.ok && AWAY.includes(result.status)) withdraw = retries.add(() => void send())
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void send(), SETTLED)
    }
    void send()
    const stops = entities.flatMap((entity) => {
      const misses = store.missedOf(entity)
      const known = misses.peek()
      return [
        misses.subscribe((count) => {
          if (count !== known) later()
        }),
        ...changes.map((event) => store.of(entity).on(event, later)),
      ]
    })
    return () => {
      turn = -1
      withdraw()
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
    // `key` stands for what `ask` asks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, retries, key, entities, tries])
  // An answer to another question says nothing about this one.
  const current = answer?.key === key ? answer : null
  return {
    data: current?.data ?? null,
    failure: current?.failure ?? null,
    retry: () => setTries(tries + 1),
  }
}
