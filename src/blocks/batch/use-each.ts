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

/**
 * Changes any number of records one after the other and tells once what came of it: how many were changed or wait for a
 * connection, and by reason which were not (rule batch).
 * @returns `each(records, 'moved', change)`, which resolves to those that were not changed, to stay selected
 */
export function useEach<R>({ noun, nameOf, otherwise = 'It could not be changed.' }: Naming<R>) {
  const services = useServices()
  const [busy, setBusy] = useState(false)
  async function each(
    records: readonly R[],
    past: string,
    change: (record: R) => Promise<Result<unknown>>,
  ): Promise<readonly R[]> {
    setBusy(true)
    const failed: { record: R; failure: Failure }[] = []
    const changed = new Map<R, Result<unknown>>()
    for (const record of records) {
      const result = await change(record)
      if (result.ok) changed.set(record, result)
      else failed.push({ record, failure: result })
      // Without a connection every further one would fail as well.
      if (!result.ok && result.status === 0) break
    }
    const results = [...changed.values()]
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
