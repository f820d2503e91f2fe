import { batch, type ReadonlySignal } from '@preact/signals-react'
import type { CurrentUser, Id } from '../access/access.ts'
import type { Base, Entity } from '../entity/entity.ts'
import { isTemporary } from '../entity/temporary-id.ts'
import { testOf } from '../query/matches.ts'
import type { Store } from '../store/store.ts'
import { belowOf } from './below.ts'
import { createQueue } from './changes.ts'
import { createDatabase, KEPT, type KeptAnswer, type KeptDatabase, type KeptRecord } from './database.ts'
import { hashOf, withoutSecrets } from './description.ts'
import { readAll, readList, readMany, readRecord } from './read.ts'

/** An answer that is not a list's, such as a page's ids or a computed total. */
export interface KeptValue {
  readonly ids: readonly Id[]
  readonly data: unknown
  readonly asOf: number
}

/**
 * The device's copy of what the signed-in user has read, so that it opens without a connection. Where the browser keeps
 * nothing (a private window), everything is simply not there.
 */
export interface Kept {
  /** Puts the latest copy of a list into the store, unless the store has an answer already. */
  restore(entity: Entity, where: object): Promise<void> | undefined
  /** Puts the copy of one record into the store, unless the server has already answered for it. */
  restoreRecord(entity: Entity, id: Id): Promise<void> | undefined
  /** Puts every record of an entity that the device has into the store, whatever it was an answer to. */
  restoreAll(entity: Entity): Promise<void>
  /** Notes that the server has just sent this record as a whole, or that there is none. */
  seen(entity: Entity, id: Id): void
  gone(entity: Entity, id: Id): void
  /** An answer by its key, whose records are in the store before this resolves. */
  value(entity: Entity, key: string): Promise<KeptValue | null>
  keep(entity: Entity, key: string, value: { ids?: readonly Id[]; data?: unknown }): void
  /** Notes that these answers, which are shown and live, are true until now. */
  stillTrue(entity: Entity, where: object): void
  /** Works with the device's database; null where there is none, or nobody is signed in. */
  use<T>(work: (database: KeptDatabase, reader: CurrentUser) => Promise<T>): Promise<T | null>
  /** Writes at once what is queued. */
  flush(): Promise<void>
  /** Deletes everything kept, of everyone or of everyone but this user. */
  clear(except?: Id): Promise<void>
}

interface Deps {
  store: Store
  entities: readonly Entity[]
  user: ReadonlySignal<CurrentUser | null>
  /** The database's name. */
  name?: string
}

/** Milliseconds in which changes are collected before they are written. */
const BEHIND = 300
/**
 * Milliseconds after which the server is asked though the device has not answered; what it answers later still counts.
 */
const PATIENCE = 2000

interface State extends Required<Omit<Deps, 'name'>> {
  readonly open: ReturnType<typeof createDatabase>
  readonly queue: ReturnType<typeof createQueue>
  timer: ReturnType<typeof setTimeout> | undefined
  writing: Promise<void>
  /** True while rows are put into the store that need not be kept again. */
  isRestoring: boolean
}

const loadWriter = () => import('./write.ts')

/** Resolves with null where nothing can be kept. */
async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  if (!globalThis.indexedDB) return null
  try {
    return await work()
  } catch (error) {
    console.warn('Nothing can be kept on this device for the next visit.', error)
    return null
  }
}

const inTime = (restoring: Promise<void>) =>
  Promise.race([restoring, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))])

function schedule(kept: State) {
  if (kept.timer !== undefined) return
  // Loaded in time for the moment when the page is left.
  void attempt(loadWriter)
  kept.timer = setTimeout(() => {
    kept.timer = undefined
    const idle = globalThis.requestIdleCallback ?? setTimeout
    idle(() => void flush(kept))
  }, BEHIND)
}

/** One after another, so that what is queued later is written later. */
function flush(kept: State): Promise<void> {
  const { queue, open, entities } = kept
  clearTimeout(kept.timer)
  kept.timer = undefined
  kept.writing = kept.writing.then(async () => {
    if (queue.isEmpty()) return
    await attempt(async () => {
      const { write } = await loadWriter()
      await write(await open(), entities, queue.take())
    })
  })
  return kept.writing
}

/** Puts rows into the store without keeping them again. */
function put(kept: State, entity: Entity, rows: readonly KeptRecord[]) {
  kept.isRestoring = true
  try {
    // What the store has is at least as new as its copy.
    kept.store.of(entity).put(rows.flatMap(({ id, record }) => (kept.store.of(entity).peek(id) ? [] : [record])))
  } finally {
    kept.isRestoring = false
  }
}

function keepAnswer(
  { user, queue }: State,
  entity: Entity,
  key: string,
  answer: Pick<KeptAnswer, 'ids' | 'since'> & { data?: unknown },
) {
  const reader = user.peek()
  if (!reader || entity.offline === false) return
  const hash = hashOf(entity, reader)
  queue.answer({ owner: reader.id, entity: entity.name, key, hash, as_of: Date.now(), ...answer })
}

function keepRecords(kept: State, entity: Entity, records: readonly Base[]) {
  const reader = kept.user.peek()
  // Records without the server's id are still waiting to be sent, and kept with what waits.
  const own = records.filter(({ id }) => !isTemporary(id))
  if (!reader || kept.isRestoring || !own.length || entity.offline === false) return
  const common = { owner: reader.id, entity: entity.name, hash: hashOf(entity, reader), seen_at: Date.now() }
  for (const sent of own) {
    const record = withoutSecrets(entity, sent)
    const below = belowOf(entity, { ...record })
    kept.queue.put({ ...common, id: record.id, record, ...(below !== undefined && { below }) })
  }
}

/** Reads for the current user; what arrives after they have signed out is dropped. */
async function reading<T>({ user, store }: State, work: (reader: CurrentUser) => Promise<T>): Promise<T | null> {
  const reader = user.peek()
  const asked = store.cleared.peek()
  if (!reader) return null
  const found = await attempt(() => work(reader))
  return store.cleared.peek() === asked ? found : null
}

async function restore(kept: State, entity: Entity, where: object) {
  const { store, open } = kept
  if (store.stateOf(entity, where) !== 'never') return
  const found = await reading(kept, async (reader) =>
    readList(await open(), reader.id, entity, where, hashOf(entity, reader)),
  )
  if (!found || store.stateOf(entity, where) !== 'never') return
  const { answer, records } = found
  const test = testOf(where)
  batch(() => {
    put(
      kept,
      entity,
      records.filter(({ record }) => test(record) !== false),
    )
    store.restored(entity, where, { asOf: answer.as_of, since: answer.since, ids: answer.ids })
  })
}

async function restoreRecord(kept: State, entity: Entity, id: Id) {
  const { open, store } = kept
  const found = await reading(kept, async (reader) =>
    readRecord(await open(), reader.id, entity, id, hashOf(entity, reader)),
  )
  if (!found || store.stateOf(entity, { id }) !== 'never') return
  // What came along with it is kept as lists of their own.
  await Promise.all(store.embedded(entity, id).map(({ entity: child, below }) => restore(kept, child, below)))
  batch(() => {
    put(kept, entity, [found.row])
    store.restored(entity, { id }, { asOf: found.asOf, since: null, ids: [id] })
  })
}

async function restoreAll(kept: State, entity: Entity) {
  const rows = await reading(kept, async (reader) =>
    readAll(await kept.open(), reader.id, entity, hashOf(entity, reader)),
  )
  if (rows) put(kept, entity, rows)
}

async function valueOf(kept: State, entity: Entity, key: string): Promise<KeptValue | null> {
  const found = await reading(kept, async (reader) => {
    const database = await kept.open()
    const hash = hashOf(entity, reader)
    const answer = await database.get('answers', [reader.id, entity.name, key])
    if (answer?.hash !== hash) return null
    const records = database.transaction('records').store
    const rows = await readMany(records, reader.id, entity.name, answer.ids)
    return { answer, rows: rows.filter((row) => row.hash === hash) }
  })
  if (!found) return null
  const { answer, rows } = found
  put(kept, entity, rows)
  return { ids: answer.ids, data: answer.data, asOf: answer.as_of }
}

export function createKept({ store, entities, user, name = KEPT }: Deps): Kept {
  const open = createDatabase(name)
  const queue = createQueue(() => schedule(kept))
  const kept: State = {
    store,
    entities,
    user,
    open,
    queue,
    timer: undefined,
    writing: Promise.resolve(),
    isRestoring: false,
  }

  store.observe({
    stored: (entity, records) => keepRecords(kept, entity, records),
    removed(entity, ids) {
      const reader = user.peek()
      if (reader) for (const id of ids) queue.remove({ owner: reader.id, entity: entity.name, id })
    },
    answered: (entity, where, ids, since) => keepAnswer(kept, entity, JSON.stringify(where), { ids, since }),
  })

  return {
    restore: (entity, where) =>
      store.stateOf(entity, where) === 'never' ? inTime(restore(kept, entity, where)) : undefined,
    restoreRecord: (entity, id) =>
      store.stateOf(entity, { id }) === 'never' ? inTime(restoreRecord(kept, entity, id)) : undefined,
    restoreAll: (entity) => restoreAll(kept, entity),
    seen(entity, id) {
      const record = store.of(entity).peek(id)
      if (record) keepRecords(kept, entity, [record])
      store.answered(entity, { id }, [id])
    },
    gone(entity, id) {
      const reader = user.peek()
      if (reader) queue.remove({ owner: reader.id, entity: entity.name, id })
    },
    value: (entity, key) => valueOf(kept, entity, key),
    keep: (entity, key, { ids = [], data }) => keepAnswer(kept, entity, key, { ids, data, since: null }),
    stillTrue(entity, where) {
      const ids = store
        .query({ entity, where })
        .items.peek()
        .map((item) => item.peek().id)
      keepAnswer(kept, entity, JSON.stringify(where), {
        ids: ids.filter((id) => !isTemporary(id)),
        since: store.since(entity, where),
      })
    },
    async use(work) {
      void flush(kept)
      // In the order of all writes, so that nothing is written after everything was deleted.
      const done = kept.writing.then(() => {
        const reader = user.peek()
        return reader && attempt(async () => work(await open(), reader))
      })
      kept.writing = done.then(() => {})
      return done
    },
    flush: () => flush(kept),
    async clear(except) {
      if (except === undefined) queue.take()
      await kept.writing
      await attempt(async () => {
        const { clear } = await import('./clear-device.ts')
        await clear(await open(), except)
      })
    },
  }
}
