import { useCallback, useEffect, useMemo, useState } from 'react'
import { signal } from '@preact/signals-react'
import type { Entity } from '#core/entity/entity.ts'
import type { ShownAnswer } from '#core/kept/shown.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { AWAY } from '#core/resource/retries.ts'
import type { AnswerState } from '#core/store/query.ts'
import { shared } from '#core/store/watched.ts'
import { useServices } from '../services/services.tsx'

/** Milliseconds without a change before it is asked again, since many records may change at once. */
const SETTLED = 300
const changes = ['saved', 'saved-many', 'deleted', 'deleted-many'] as const

export interface Asked<T> {
  /** The latest answer to this question, which may be from an earlier visit; null before the first. */
  data: T | null
  /** Why the latest attempt failed; null while it has not. */
  failure: Failure | null
  retry: () => void
}

/**
 * What only the server can compute: asked once, and again after a change of one of these entities. The device keeps the
 * latest answer.
 * @param key what is asked, since `ask` is a new function on every render; unlike any other question about the first
 * entity
 * @param entities what the answer depends on; keep the list outside the component
 */
export function useAsked<T>(ask: () => Promise<Result<T>>, key: string, entities: readonly Entity[]): Asked<T> {
  const { store, retries, kept, shown } = useServices()
  const [answer, setAnswer] = useState<{ key: string; data: T | null; failure: Failure | null } | null>(null)
  const [tries, setTries] = useState(0)
  const [entity] = entities
  const name = `asked ${key}`
  // Begun while the screen renders, since effects wait until all of it is drawn.
  const reading = useMemo(() => entity && kept.value(entity, name), [kept, entity, name])
  useEffect(() => {
    let turn = 0
    let isAnswered = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let withdraw = () => {}
    const state = signal<AnswerState>('never')
    const asOf = signal<number | null>(null)
    const keep = (data: T) => entity && kept.keep(entity, name, { data })
    let renew: ShownAnswer['renew'] = () => {}

    async function restore() {
      const copy = await reading
      if (!copy || isAnswered || turn < 0) return
      // No description covers the answer; it is what `ask` once resolved with.
      const data = copy.data as T
      state.value = 'cached'
      asOf.value = copy.asOf
      // What is shown already is newer.
      setAnswer((last) =>
        last?.key !== key ? { key, data, failure: null } : last.data === null ? { ...last, data } : last,
      )
    }
    async function send() {
      const mine = ++turn
      const result = await ask()
      if (mine !== turn) return
      withdraw()
      if (result.ok) {
        const { data } = result
        isAnswered = true
        state.value = 'fresh'
        asOf.value = Date.now()
        keep(data)
        renew = () => keep(data)
        // The same answer again renders nothing, and what is the same in another one stays the same object.
        setAnswer((last) => {
          const next = last?.key === key && last.data !== null ? shared(last.data, data) : data
          return last?.key === key && last.failure === null && last.data === next
            ? last
            : { key, data: next, failure: null }
        })
        return
      }
      if (state.peek() === 'fresh') state.value = 'cached'
      setAnswer((last) => ({ key, data: last?.key === key ? last.data : null, failure: result }))
      if (AWAY.includes(result.status)) withdraw = retries.add(() => void send())
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void send(), SETTLED)
    }
    void restore()
    void send()
    const stops = entities.flatMap((one) => {
      const misses = store.missedOf(one)
      const known = misses.peek()
      return [
        misses.subscribe((count) => {
          if (count !== known) later()
        }),
        ...changes.map((event) => store.of(one).on(event, later)),
      ]
    })
    stops.push(shown.add({ state, asOf, renew: () => renew?.() }))
    return () => {
      turn = -1
      withdraw()
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
    // `key` stands for what `ask` asks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, retries, kept, shown, reading, key, entities, tries])
  const retry = useCallback(() => setTries((before) => before + 1), [])
  // An answer to another question says nothing about this one.
  const current = answer?.key === key ? answer : null
  return {
    data: current?.data ?? null,
    failure: current?.failure ?? null,
    retry,
  }
}
