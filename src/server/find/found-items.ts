import type { Id } from '../../core/access/access.ts'
import { attachmentFields, type Entity } from '../../core/entity/entity.ts'
import { foundItem, type Above, type FoundItem } from '../../core/query/found-item.ts'
import type { Context } from '../context/context.ts'
import { sql } from 'kysely'
import { alive, condition } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import { selectRows } from '../db/rows.ts'
import { presenter } from '../resource/present.ts'
import { ruleFor } from '../resource/visibility.ts'
import { byRank, type FoundOf, type Ranked } from './find-in.ts'

/** The best of each kind, as the user may read them, in the order of all. */
export async function itemsOf(ctx: Context, found: readonly FoundOf[], most: number): Promise<FoundItem[]> {
  const all = await Promise.all(
    found.map(async ({ entity, ranked }) => {
      const best = ranked.slice(0, most)
      const shown = await read(
        ctx,
        entity,
        best.map(({ id }) => id),
      )
      const parents = await parentsFor(ctx, entity, [...shown.values()])
      return best.flatMap((one): [Ranked, FoundItem][] => {
        const record = shown.get(one.id)
        return record ? [[one, foundItem(entity, record, parents(record))]] : []
      })
    }),
  )
  const items = all
    .flat()
    .toSorted(([a], [b]) => byRank(a, b))
    .map(([, item]) => item)
  const jobs = await titlesOfJobs(ctx, items)
  return items.map((item) => ({ ...item, within: jobs.get(item.project_id ?? 0) ?? null }))
}

type Shown = Record<string, unknown> & { readonly id: Id }

/** Records of one kind as the user may read them, by id, if they may see them. */
async function read(ctx: Context, entity: Entity, ids: readonly Id[]): Promise<Map<Id, Shown>> {
  if (!ids.length) return new Map()
  const { catalog, db, user } = ctx
  const rule = await ruleFor(catalog, entity, ctx)
  const where = sql`${inList(catalog.dialect, sql.ref('t.id'), ids)} and ${alive()} and ${condition(catalog, entity, rule, { few: true })}`
  const rows = await selectRows(db, catalog, entity, { where })
  // What is presented of a record is its own or its parents': counts and sums, which take long, are not asked for.
  const show = presenter(catalog, entity, user)
  return new Map(rows.map((row) => [row.id, { ...show(row), id: row.id }]))
}

/** What the records of a polymorphic kind belong to, whose pages they are on. */
async function parentsFor(ctx: Context, entity: Entity, records: readonly Shown[]) {
  const attached = attachmentFields(entity)
  const known = new Map<string, Above>()
  if (attached)
    for (const parent of ctx.catalog.attachableEntities(entity)) {
      const ids = records.flatMap((one) => (one[attached.type] === parent.table ? Number(one[attached.id]) : []))
      for (const [id, record] of await read(ctx, parent, ids))
        known.set(`${parent.table} ${id}`, { entity: parent, record })
    }
  return (record: Shown) =>
    attached ? known.get(`${String(record[attached.type])} ${String(record[attached.id])}`) : undefined
}

/** The titles of the jobs that these records belong to, as far as the user may see those. */
async function titlesOfJobs(ctx: Context, items: readonly FoundItem[]): Promise<Map<Id, string>> {
  const ids = [...new Set(items.flatMap(({ project_id }) => project_id ?? []))]
  const entity = ctx.catalog.entities.find(({ name }) => name === 'project')
  if (!entity || !ids.length) return new Map()
  const shown = await read(ctx, entity, ids)
  return new Map([...shown].map(([id, record]) => [id, entity.display.title(record)]))
}
