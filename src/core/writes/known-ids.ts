import type { Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import { resolved, temporaryIn, type Mutation } from './mutation.ts'
import type { Queue } from './queue.ts'
import type { WriteStorage } from './storage.ts'

type Referring = Pick<Mutation, 'params' | 'drafts' | 'body'>

interface Deps {
  ids: Signal<ReadonlyMap<Id, Id>>
  queue: Pick<Queue, 'touching'>
  storage: Pick<WriteStorage, 'ids'>
}

/** What is known of the temporary ids that changes refer to. */
export function createKnownIds({ ids, queue, storage }: Deps) {
  /** Whether a change refers to a record that another kept change is still to create. */
  const awaitsRecord = (item: Referring) =>
    [...temporaryIn(item)].some((id) => queue.touching([String(id)]).some(({ made }) => made.includes(id)))
  /** A change with the real ids of records that this tab or another one has created meanwhile. */
  async function withKnownIds<M extends Referring>(item: M): Promise<M> {
    const current = resolved(item, ids.peek())
    if (!temporaryIn(current).size || awaitsRecord(current)) return current
    return resolved(item, await storage.ids().catch(() => ids.peek()))
  }
  return { awaitsRecord, withKnownIds }
}
