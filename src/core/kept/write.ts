import type { Id } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import { isOlder, merge } from '../store/merge.ts'
import { childrenOf } from './below.ts'
import type { Changes } from './changes.ts'
import type { KeptDatabase } from './database.ts'
import { withRoom } from './space.ts'

/**
 * Writes changes in one transaction. When the device has no room, old copies go first; what then still does not fit is
 * not kept, since it can be fetched again.
 */
export const write = (database: KeptDatabase, entities: readonly Entity[], changes: Changes): Promise<void> =>
  withRoom(
    async () => database,
    () => writeOnce(database, entities, changes),
  )

async function writeOnce(database: KeptDatabase, entities: readonly Entity[], changes: Changes): Promise<void> {
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

  const work = async () => {
    await Promise.all(changes.removed.map(({ owner, entity, id }) => remove(owner, entity, id)))
    // Another tab may know a newer version. Fields that only one of the two has stay, as in the store.
    await Promise.all(
      changes.records.map(async (next) => {
        const known = await records.get([next.owner, next.entity, next.id])
        if (!known || known.hash !== next.hash) return records.put(next)
        if (isOlder(next.record.updated_at, known.record.updated_at)) return undefined
        return records.put({ ...next, record: merge(known.record, next.record) })
      }),
    )
    await Promise.all(
      changes.answers.map(async (next) => {
        const known = await answers.get([next.owner, next.entity, next.key])
        if (!known || known.hash !== next.hash || known.as_of <= next.as_of) await answers.put(next)
      }),
    )
  }
  await Promise.all([work().then(() => transaction.commit()), transaction.done])
}
