import { useState } from 'react'
import { toast } from '#ui/toast/toast.tsx'
import { messageOf } from '#core/resource/messages.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { useServices } from '../services/services.tsx'
import { waitingLabel } from '../outbox/labels.ts'
import { offer } from '../undo/offer.ts'

/** How many records a message names before it counts the rest. */
const MOST_NAMED = 8

interface Naming<R> {
  /** One and several of them: `['item', 'items']`. */
  readonly noun: readonly [one: string, many: string]
  /** How messages name a record. */
  nameOf(record: R): string
  /** What to say of a failure without a message of its own. */
  readonly otherwise?: string
}

/** How many records one request changes at most. */
const PART = 100

/** What refuses a request for one of its records, so that the others may pass without it. */
const REFUSALS = new Set([403, 404, 409, 422])

/** Changes records of the same parents in one request, which is done as a whole or not at all, and never waits. */
export interface Together<R> {
  /** Names the parents of a record. */
  readonly under: (record: R) => string
  readonly change: (records: readonly [R, ...R[]]) => Promise<Result<unknown>>
}

/**
 * Changes any number of records and tells once what came of it: how many were changed or wait for a connection, and by
 * reason which were not (rule batch). They are changed one after the other, or with `together` many in a request, whose
 * halves are tried by themselves where it is refused. Without an answer they go on one by one, because those may wait for
 * a connection.
 * @returns `each(records, 'moved', change, together)`, which resolves to those that were not changed, to stay selected
 */
export function useEach<R>({ noun, nameOf, otherwise = 'It could not be changed.' }: Naming<R>) {
  const services = useServices()
  const [busy, setBusy] = useState(false)
  async function each(
    records: readonly R[],
    past: string,
    change: (record: R) => Promise<Result<unknown>>,
    together?: Together<R>,
  ): Promise<readonly R[]> {
    setBusy(true)
    const failed: { record: R; failure: Failure }[] = []
    const changed = new Map<R, Result<unknown>>()
    let parts = together ? partsOf(records, together) : records.map((record) => [record])
    for (let part = parts.shift(); part?.[0] !== undefined; part = parts.shift()) {
      const [first, ...others] = part
      const result = await (together && others.length ? together.change([first, ...others]) : change(first))
      if (result.ok) for (const record of part) changed.set(record, result)
      else if (part.length > 1 && REFUSALS.has(result.status)) {
        const half = Math.ceil(part.length / 2)
        parts.unshift(part.slice(0, half), part.slice(half))
      } else if (part.length > 1 && result.status === 0) {
        parts = [part, ...parts].flatMap((own) => own.map((record) => [record]))
        continue
      } else for (const record of part) failed.push({ record, failure: result })
      // Without a connection every further one would fail as well.
      if (!result.ok && result.status === 0) break
    }
    const results = [...new Set(changed.values())]
    if (changed.size && results.every((result) => result.ok && result.waiting))
      toast.success(waitingLabel(services.writes.count(), services.session.user.peek() !== null))
    else if (changed.size) offer(services, `${changed.size} ${noun[changed.size === 1 ? 0 : 1]} ${past}.`, results)
    const reasons = Map.groupBy(failed, ({ failure }) => messageOf(failure) ?? otherwise)
    for (const [reason, own] of reasons) {
      const names = own.slice(0, MOST_NAMED).map(({ record }) => nameOf(record))
      const others = own.length - names.length
      toast.error(`${names.join(', ')}${others ? ` and ${others} more` : ''} not ${past}. ${reason}`)
    }
    setBusy(false)
    return records.filter((record) => !changed.has(record))
  }
  return { busy, each }
}

/** Records that go into one request each. */
const partsOf = <R>(records: readonly R[], { under }: Together<R>): (readonly R[])[] =>
  [...Map.groupBy(records, under).values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / PART) }, (_, at) => own.slice(at * PART, (at + 1) * PART)),
  )
