import type { CurrentUser, Id } from '../access/access.ts'
import { attachmentFields, guardOf, parentsOf, pathOf, type Entity } from '../entity/entity.ts'
import { bundleOf } from '../entity/offline.ts'
import type { Keeps } from '../module/keeps.ts'
import type { Queries, QueryOptions } from '../resource/queries.ts'
import type { Reading } from '../resource/resource.ts'
import type { Result } from '../resource/result.ts'
import type { Store } from '../store/store.ts'
import { asBundle, hasRecord, keepBundle, readMarker, recentlyOpened } from './bundle.ts'
import { keepFiles, type FileDeps } from './files.ts'
import { chooseJobs } from './plan.ts'
import type { Kept } from './kept.ts'

interface Deps {
  /** Sends a GET of low priority; `read` parses the response. */
  get<T>(
    path: string,
    query: Readonly<Record<string, string>>,
    read: (body: unknown) => T | undefined,
  ): Promise<Result<T>>
  store: Store
  queries: Queries
  reading: <E extends Entity>(entity: E, params: Readonly<Record<string, Id | string>>, across: boolean) => Reading<E>
  kept: Kept
  entities: readonly Entity[]
  user: CurrentUser
  /** The entity whose records are fetched ahead, a user's own, with all that belongs to them. */
  root: Entity
  /** What modules have kept of a job beside its records. */
  keeps: readonly Keeps[]
  /** How files are kept. */
  files: Pick<FileDeps, 'keeping' | 'urlOf' | 'fetchFile' | 'network' | 'budget'>
  /** Whether this device is carried to jobs, so that what is needed there is kept unasked. */
  isCarried: boolean
  supports: (feature: string) => boolean
  /** Whether the server has an entity's collection. */
  finds: (entity: Entity) => boolean | Promise<boolean | null>
  /** The day this many days from today. */
  dayFrom(days: number): string
  /** Resolves when the page has nothing better to do. */
  idle(): Promise<void>
  /** Whether to go on. */
  mayGoOn(): boolean
}

/** A bundle is fetched again after so many milliseconds. */
const STALE = 12 * 3_600_000
/** The most records that are fetched ahead: own ones, and besides them those opened last. */
const MOST_OWN = 60
const MOST_RECENT = 10
/** Days ahead of today that lists by day include, and in which jobs that one is planned on are kept. */
const [COMING, PLANNED] = [7, 14]
/** Records of jobs whose files are kept are looked at again at each hour. */
const STALE_FILES = 55 * 60_000

/**
 * Fetches what a person may need without a connection, looked at or not. One request at a time, each when the page is
 * idle.
 * @param options.force also what was fetched a short while ago, because changes may have been missed
 * @param options.job a job that is looked at, whose turn it is alone
 */
export async function fetchAhead(deps: Deps, { force = false, job = null as Id | null } = {}): Promise<void> {
  const { root, entities, kept, user, queries, idle, mayGoOn, dayFrom, keeps, files, store, isCarried } = deps
  const viewable = (entity: Entity) => guardOf(entity, 'view')(user)
  let isAnswered = true
  /** Asks a list's question without staying with it. */
  async function ask<E extends Entity>(entity: E, options: QueryOptions<E>): Promise<Id[]> {
    await idle()
    if (!mayGoOn()) isAnswered = false
    if (!isAnswered) return []
    const query = queries(entity, options)
    const stop = query.follow()
    if (await query.ask()) isAnswered = false
    stop()
    return query.items.peek().map((item) => item.peek().id)
  }

  for (const entity of job === null ? entities : []) {
    if (!entity.offline || !viewable(entity) || !(await deps.finds(entity))) continue
    if (entity.offline === 'all') await ask(entity, {})
    if (typeof entity.offline === 'object')
      await ask(entity, { filters: { from: dayFrom(1 - entity.offline.days), to: dayFrom(COMING) } })
  }
  if (!viewable(root)) return
  isAnswered = true
  const own = job === null ? await ask(root, { filters: root.own?.(user) ?? {} }) : []
  const recent = (await kept.use((database, reader) => recentlyOpened(database, reader, root, MOST_RECENT))) ?? []
  const planned: Id[] = []
  for (const { planned: plan } of isCarried ? keeps : []) {
    if (!plan || !viewable(plan.entity) || !(await deps.finds(plan.entity))) continue
    const ids = await ask(plan.entity, { filters: plan.filters(user, dayFrom(0), dayFrom(PLANNED)) })
    planned.push(
      ...plan.jobsIn(
        ids.flatMap((id) => store.of(plan.entity).peek(id) ?? []),
        user,
      ),
    )
  }
  const visited = [...(job === null ? [] : [job]), ...recent]
  const chosen = chooseJobs(planned, files.keeping.allWanted(), isCarried ? visited : [])
  const order = new Set(chosen.map(({ id }) => id))
  const there = new Set<Id>()
  for (const id of job === null ? new Set([...order, ...own.slice(0, MOST_OWN), ...recent]) : order) {
    const marker = await kept.use((database, reader) => readMarker(database, reader, root, id))
    const isStale = !marker || force || Date.now() - marker.keptAt >= (order.has(id) ? STALE_FILES : STALE)
    if (isStale && (job === null || id === job || !marker)) {
      await idle()
      if (!mayGoOn()) return
      if (deps.supports('offline')) await fetchBundle(deps, id, marker?.since ?? null)
      else await fetchLists(deps, id, ask)
    }
    if (order.has(id) && (await kept.use((database, reader) => hasRecord(database, reader, root, id)))) there.add(id)
  }
  // Whose plan is not known may lose nothing.
  if (!isAnswered || !deps.supports('offline')) return
  const fileDeps = { ...files, kept, root, keeps, idle, mayGoOn, dayFrom }
  await keepFiles(
    fileDeps,
    chosen.filter(({ id }) => there.has(id)),
  )
}

async function fetchBundle(deps: Deps, id: Id, since: string | null): Promise<void> {
  const { get, root, entities, kept, store } = deps
  const path = `/${pathOf(root.endpoint)}/${id}/offline`
  const asked = store.cleared.peek()
  const answer = await get(path, since === null ? {} : { since }, asBundle)
  if (store.cleared.peek() !== asked) return
  if (!answer.ok) {
    if (answer.status !== 404) return
    store.of(root).evict((record) => record.id === id, 'remote')
    kept.gone(root, id)
    return
  }
  const isKept = await kept.use((database, reader) => keepBundle({ database, entities, reader, root }, answer.data))
  if (isKept === false && since !== null) await fetchBundle(deps, id, null)
}

/** On servers without bundles, the lists are asked one by one. */
async function fetchLists(
  deps: Deps,
  id: Id,
  ask: <E extends Entity>(entity: E, options: QueryOptions<E>) => Promise<Id[]>,
): Promise<void> {
  const { root, entities, kept, reading, user } = deps
  const answer = await reading(root, {}, false).fetch(id)
  if (!answer.ok) return
  const known = new Map<Entity, readonly Id[]>([[root, [id]]])
  for (const { entity, parents, field } of bundleOf(entities, root)) {
    if (!guardOf(entity, 'view')(user) || !(await deps.finds(entity))) continue
    // What is read at several addresses is listed below one of its parents.
    if (field !== null && parentsOf(entity.endpoint).at(-1) !== field) continue
    const attached = attachmentFields(entity)
    const own: Id[] = []
    if (field !== null && parents[0] === root) own.push(...(await ask(entity, { params: { [field]: id } })))
    else if (field !== null)
      for (const one of parents.flatMap((parent) => known.get(parent) ?? []))
        own.push(...(await ask(entity, { params: { [field]: one } })))
    else if (attached)
      for (const parent of parents) {
        const on = known.get(parent) ?? []
        if (!on.length) continue
        const filters = { [attached.type]: parent.table, [attached.id]: on }
        own.push(...(await ask(entity, { across: true, filters })))
      }
    known.set(entity, own)
  }
  kept.keep(root, `ahead ${id}`, { ids: [id] })
}
