import { sql, type RawBuilder } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Context } from '../context/context.ts'
import { condition } from '../db/conditions.ts'
import { columnOf } from '../db/database.ts'
import { planOf } from '../db/plan.ts'
import { countedBy, valueOf } from '../db/rows.ts'
import type { Group, Grouping } from './groups.ts'
import { orderOf, rowsAfter, type Sort } from './sort.ts'
import type { Counted } from './totals.ts'
import type { Rule } from './visibility.ts'

/** Stands for no value in a query. */
const NONE = 'none'
/** Groups with so few rows together are read by one statement. */
const TOGETHER = 1000

interface Grouped extends Counted {
  readonly groups: readonly Group[]
}

/** Rows of consecutive groups. */
interface Part {
  readonly groups: Group[]
  readonly offset: number
  limit: number
  size: number
}

/** Where the rows of a page are: of small groups together, of a large one alone. */
function partsOf(groups: readonly Group[], offset: number, limit: number): Part[] {
  const parts: Part[] = []
  let before = 0
  let left = limit
  for (const group of groups) {
    if (left <= 0) break
    const skipped = Math.max(0, offset - before)
    before += group.count
    if (skipped >= group.count) continue
    const taken = Math.min(left, group.count - skipped)
    const last = parts.at(-1)
    if (last && last.size + group.count <= TOGETHER) {
      last.groups.push(group)
      last.limit += taken
      last.size += group.count
    } else parts.push({ groups: [group], offset: skipped, limit: taken, size: group.count })
    left -= taken
  }
  return parts
}

interface Pages {
  readonly where: RawBuilder<unknown>
  /** The order within a group. */
  readonly sort: Sort
  readonly limit: number
  readonly offset: number
  /** The place of the row that the page begins behind: its group, and what comes after it there. */
  readonly behind: { readonly at: number; readonly where: RawBuilder<unknown> } | null
}

/** The ids of a page of a grouped list, in order; no more rows are sorted than those of the groups it is in. */
async function idsThrough(
  { db, catalog }: Context,
  entity: Entity,
  groups: readonly Group[],
  { where, sort, limit, offset, behind }: Pages,
): Promise<Id[]> {
  const join = sql.raw((sort.related && planOf(catalog, entity).joins.get(sort.related.alias)) ?? '')
  const order = orderOf(sort)
  async function read(part: Pick<Part, 'groups' | 'offset' | 'limit'>, more: RawBuilder<unknown> = sql`true`) {
    const [first, ...rest] = part.groups.map((group) => group.where)
    const one = rest.length ? sql`(${sql.join([first, ...rest], sql` or `)})` : first
    const ranks = part.groups.map((group, at) => sql`when ${group.where} then ${sql.lit(at)}`)
    const ranked = rest.length ? sql`case ${sql.join(ranks, sql` `)} end, ` : sql``
    const from = sql`from ${sql.table(entity.table)} as t${join}`
    const text = sql<{
      id: unknown
    }>`select t.id ${from} where ${where} and ${one} and ${more} order by ${ranked}${order}
      limit ${sql.lit(part.limit)}${part.offset ? sql` offset ${part.offset}` : sql``}`
    return (await text.execute(db)).rows.map(({ id }) => Number(id))
  }
  const ids: Id[] = []
  const first = behind && groups[behind.at]
  if (behind && first) ids.push(...(await read({ groups: [first], offset: 0, limit }, behind.where)))
  const rest = behind ? groups.slice(behind.at + 1) : groups
  for (const part of partsOf(rest, behind ? 0 : offset, limit - ids.length)) ids.push(...(await read(part)))
  return ids
}

/** What a page is asked for of. */
interface Wanted {
  readonly where: RawBuilder<unknown>
  readonly rule: Rule
  /** Names the rows, and the entities that they depend on. */
  readonly key: string
  readonly affected: ReadonlySet<string>
  /** The order within a group. */
  readonly sort: Sort
  readonly paging: { readonly page: number; readonly per_page: number }
  /** The row that the page begins behind, in place of its number. */
  readonly after: Id | null
  /** The values of groups whose rows are left out; they are counted all the same. */
  readonly folded: readonly string[]
}

/** A page of a list that goes through its groups one after another; null where they are too many to be sorted. */
export async function pageInGroups(
  ctx: Context,
  entity: Entity,
  grouping: Grouping,
  { where, rule, key, affected, sort, paging, after, folded }: Wanted,
): Promise<(Grouped & { ids: Id[] }) | null> {
  const { db, catalog } = ctx
  const { named, value, told } = grouping
  const depending = named === undefined ? affected : [...affected, named]
  const { total, groups } = await ctx.services.totals.read(`${key} ${grouping.key}`, depending, async () => {
    const found = await countedBy(db, entity, value, where)
    const inOrder = await grouping.inOrder(found)
    return { total: found.reduce((sum, { count }) => sum + count, 0), groups: inOrder, weight: inOrder.length }
  })
  if (total && !groups.length) return null
  const open = groups.filter((group) => !folded.includes(group.value ?? NONE))
  const seen = condition(catalog, entity, rule, { few: true })
  const from = after && (await valueOf(db, catalog, entity, told, sql`${columnOf('t', 'id')} = ${after} and ${seen}`))
  const at = from ? open.findIndex((group) => group.value === (from.value === null ? null : String(from.value))) : -1
  const next = at < 0 || after === null ? null : await rowsAfter(ctx, entity, after, rule, sort)
  const limit = paging.per_page
  const page = { where, sort, limit, offset: (paging.page - 1) * limit, behind: next && { at, where: next } }
  return { total, groups, ids: await idsThrough(ctx, entity, open, page) }
}
