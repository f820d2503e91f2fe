import { unwrap } from 'idb'
import type { Id } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import { isOlder, merge } from '../store/merge.ts'
import { childrenOf } from './below.ts'
import type { Changes } from './changes.ts'
import type { KeptDatabase, KeptRecord } from './database.ts'
import { readMany } from './read.ts'
import { withRoom } from './space.ts'

/**
 * Writes changes. When the device has no room, old copies go first; what then still does not fit is
 * not kept, since it can be fetched again.
 */
export const write = (database: KeptDatabase, entities: readonly Entity[], changes: Changes): Promise<void> =>
  withRoom(
    async () => database,
    () => writeOnce(database, entities, changes),
  )

/** So many records are written at a time, so that screens and whoever reads meanwhile do not wait for all of them. */
const AT_ONCE = 100
/** The longest wait for an idle moment between two times, in milliseconds. */
const PATIENCE = 1000

/** Lets screens come first, unless the page is being left. */
async function whenIdle(): Promise<void> {
  if (document.hidden || !globalThis.requestIdleCallback) return
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: PATIENCE }))
}

async function writeOnce(database: KeptDatabase, entities: readonly Entity[], changes: Changes): Promise<void> {
  // Neighbours together, so that what is known of them is one range.
  const records = changes.records.toSorted((a, b) => a.id - b.id)
  // Answers come last, since they are nothing without their records.
  const last = Math.max(0, Math.ceil(records.length / AT_ONCE) - 1) * AT_ONCE
  for (let from = 0; from < last; from += AT_ONCE) {
    await writePart(database, entities, { records: records.slice(from, from + AT_ONCE), removed: [], answers: [] })
    await whenIdle()
  }
  await writePart(database, entities, { ...changes, records: records.slice(last) })
}

async function writePart(database: KeptDatabase, entities: readonly Entity[], changes: Changes): Promise<void> {
  const transaction = database.transaction(['records', 'answers'], 'readwrite', { durability: 'relaxed' })
  const records = transaction.objectStore('records')
  const answers = transaction.objectStore('answers')
  const byName = new Map(entities.map((entity) => [entity.name, entity]))

  /** Removes a record and everything below it. */
  async function remove(owner: Id, name: string, id: Id): Promise<void> {
    const entity = byName.get(name)
    const below = entity ? childrenOf(entities, entity, id) : []
    await Promise.all([
      records.delete([owner, name, id]),
      ...below.map(async ({ child, below: parent }) => {
        const keys = await records.index('below').getAllKeys([owner, child.name, parent])
        await Promise.all(keys.map(([, , one]) => remove(owner, child.name, one)))
      }),
    ])
  }

  /** Another tab may know a newer version. Fields that only one of the two has stay, as in the store. */
  async function put(sent: readonly KeptRecord[]) {
    const [{ owner, entity } = { owner: 0, entity: '' }] = sent
    const ids = sent.map(({ id }) => id)
    const known = new Map((await readMany(records, owner, entity, ids)).map((record) => [record.id, record]))
    // Thousands of promises would keep the page busy; what fails here fails the transaction.
    const plain = unwrap(records)
    for (const next of sent) {
      const before = known.get(next.id)
      if (before?.hash !== next.hash) plain.put(next)
      else if (!isOlder(next.record.updated_at, before.record.updated_at))
        plain.put({ ...next, record: merge(before.record, next.record) })
    }
  }

  const work = async () => {
    await Promise.all(changes.removed.map(({ owner, entity, id }) => remove(owner, entity, id)))
    const lists = Map.groupBy(changes.records, ({ owner, entity }) => `${owner} ${entity}`)
    await Promise.all(Array.from(lists.values(), put))
    await Promise.all(
      changes.answers.map(async (next) => {
        const known = await answers.get([next.owner, next.entity, next.key])
        if (!known || known.hash !== next.hash || known.as_of <= next.as_of) await answers.put(next)
      }),
    )
  }
  const outcomes = await Promise.allSettled([transaction.done, work().then(() => transaction.commit())])
  // What ended the transaction comes first: it is why the rest failed.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
