import { sql, type RawBuilder } from 'kysely'
import { guest, type Id } from '../../core/access/access.ts'
import { attachmentFields, type Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import {
  formsOf,
  isAlmostIn,
  partsOfMistyped,
  rankOf,
  shortTexts,
  soughtOf,
  type Sought,
} from '../../core/query/found.ts'
import type { Context } from '../context/context.ts'
import { decode } from '../db/codec.ts'
import { alive, condition } from '../db/conditions.ts'
import { columnOf, inList } from '../db/database.ts'
import { planOf, relatedFields } from '../db/plan.ts'
import { searchedFields } from '../db/tables.ts'
import { escaped, foundBy, INDEXED, searchesTexts } from '../resource/search.ts'
import { sequenceOf } from '../resource/sequence.ts'
import { readable, ruleFor, type Rule } from '../resource/visibility.ts'
import { newestMatches } from './newest-matches.ts'

/** How many of the newest matches of a text are looked at in each round, until enough of them may be seen. */
const ROUNDS = { sure: [60, 300, 900], unsure: [60, 300], similar: [120], few: [60] }
/** So many of the rows that somebody may see are looked at. */
const MOST_LOOKED_AT = 5000

export interface Ranked {
  readonly id: Id
  readonly rank: number
  readonly near: boolean
  readonly updated_at: string
}
export interface FoundOf {
  readonly entity: Entity
  readonly ranked: readonly Ranked[]
  /** Whether there are more that were not looked at. */
  readonly more: boolean
}
export interface Asked {
  readonly text: string
  readonly near: ReadonlySet<Id>
  /** The words in which an error is forgiven. */
  readonly similar: ReadonlySet<string>
  readonly enough: number
}

/** Better ones first: by how well they answer, then those of named jobs, then the latest (rule find). */
export const byRank = (a: Ranked, b: Ranked): number =>
  b.rank - a.rank || Number(b.near) - Number(a.near) || b.updated_at.localeCompare(a.updated_at) || b.id - a.id

/** Ranks what is found of one kind. */
export async function findIn(ctx: Context, entity: Entity, asked: Asked): Promise<FoundOf> {
  const sought = soughtOf(entity, asked.text)
  const rule = await ruleFor(ctx.catalog, entity, ctx)
  const found = new Map<Id, Ranked>()
  if (rule === false) return { entity, ranked: [], more: false }
  const looking: Looking = { ctx, entity, rule, sought, asked, found }
  await findNumber(looking)
  const more = (!sought.numbered?.only || !found.size) && searchesTexts(entity, ctx) && (await findTexts(looking))
  const ranked = [...found.values()].toSorted(byRank).slice(0, asked.enough)
  return { entity, ranked, more: more || found.size > asked.enough }
}

interface Looking {
  readonly ctx: Context
  readonly entity: Entity
  readonly rule: Rule
  readonly sought: Sought
  readonly asked: Asked
  readonly found: Map<Id, Ranked>
}

/** Finds `RFI 13` by its number, in any job. */
async function findNumber(looking: Looking): Promise<void> {
  const { ctx, entity, sought, asked } = looking
  const sequence = sequenceOf(entity)
  const field = sequence && (entity.fields as Fields)[sequence.field]
  if (!sought.numbered || !sequence || !field || asked.similar.size || !readable(field, ctx.user)) return
  await take(looking, sql`${columnOf('t', sequence.field)} = ${sought.numbered.number}`, { isSure: true })
}

/** One way to find rows through an index: in the texts of which table, and all parts of one of these lists. */
interface Way {
  readonly table: string
  readonly id: string
  readonly either: readonly (readonly string[])[]
  /** Whether what is found so has all words, in other texts maybe. */
  readonly isSure: boolean
}

/**
 * Looks through the newest rows that have the words, then those that have one of them, for as many as are wanted. What is found
 * by the names of other records alone does not count: all that belongs to a job would answer to its name.
 * @returns whether there may be more
 */
async function findTexts(looking: Looking): Promise<boolean> {
  const { ctx, entity, asked, found } = looking
  if (!searchedFields(entity).length) return false
  // Among all that have a common word there may be none that a guest sees: each of the few rows that they do is looked at.
  const isFew = guest(ctx.user) && looking.rule !== true && !attachmentFields(entity)
  const kindOf = ({ isSure }: Way) => (isFew ? 'few' : asked.similar.size ? 'similar' : isSure ? 'sure' : 'unsure')
  let more = false
  for (const way of waysOf(looking)) {
    let before: Id | null = null
    for (const most of ROUNDS[kindOf(way)]) {
      if (found.size >= asked.enough) break
      const { ids, last } = await newestMatches(ctx, way, before, most)
      const among = inList(ctx.catalog.dialect, sql.ref('t.id'), ids)
      if (ids.length) await take(looking, among, way)
      before = last
      if (last === null) break
    }
    if (before !== null) more = true
  }
  if (more && isFew && found.size < asked.enough) return !(await take(looking, sql`true`, { isSure: false, isFew }))
  return more
}

/** The ways to find what is sought of one kind: by all words, and where names of other records count too, by each. */
function waysOf({ ctx, entity, sought, asked: { similar } }: Looking): Way[] {
  const known = sought.words.map((word) => waysOfWord(word, similar))
  const own = { table: entity.table, id: 'id' }
  if (similar.size)
    return known.flatMap((either, at) =>
      either.length && similar.has(sought.words[at] ?? '') ? [{ ...own, either, isSure: false }] : [],
    )
  const found = known.filter((either) => either.length)
  if (!found.length) return []
  const [first, ...others] = found
  const all = others.length || !first ? [found.flatMap(([part]) => part ?? [])] : first
  // A word that is too short for the index is looked for in what the others find.
  const isSure = found.length === known.length
  const byName = others.length && namesOf(ctx, entity).length ? found : []
  return [
    { ...own, either: all, isSure },
    ...byName.map((either) => ({ ...own, either, isSure: false })),
    ...foundBy(ctx, entity)
      .filter(({ entity: texts }) => searchesTexts(texts, ctx))
      .map(({ entity: { table }, field }) => ({ table, id: field, either: all, isSure: true })),
  ]
}

/** The parts that a text with the word has. A number may be written with or without a dash behind its letters. */
function waysOfWord(word: string, similar: ReadonlySet<string>): string[][] {
  if (similar.has(word)) return partsOfMistyped(word, INDEXED)
  return formsOf(word).flatMap((one) => (one.length >= INDEXED ? [[one]] : []))
}

/**
 * Takes those of the rows that may be seen; where it is not sure, those with all words in their texts or the names of what they
 * refer to, and one at least in their texts.
 * @param options.isFew looks at each of them, the latest first
 * @returns whether all rows were looked at
 */
async function take(
  looking: Looking,
  where: RawBuilder<unknown>,
  { isSure, isFew = false }: { isSure: boolean; isFew?: boolean },
): Promise<boolean> {
  const { ctx, entity, rule, sought, asked, found } = looking
  const { catalog, db } = ctx
  const fields: Fields = entity.fields
  const column = (name: string) => (fields[name] ? columnOf('t', name) : sql`null`)
  const short = shortTexts(entity).map((name) => columnOf('t', `${name}_key`))
  const from = isSure ? sql`from ${sql.table(entity.table)} as t` : planOf(catalog, entity).from
  const seen = sql`${alive()} and ${condition(catalog, entity, rule, { few: !isFew })}`
  const latest = isFew ? sql` order by t.id desc limit ${sql.lit(MOST_LOOKED_AT)}` : sql``
  const { rows } = await sql<{
    id: unknown
    near: unknown
    number: unknown
    updated_at: unknown
    short: string
    texts: string | null
  }>`select t.id, ${column('project_id')} as near, ${column('number')} as number, t.updated_at, ${joined(short)} as short, ${asked.similar.size ? sql`t.search_key` : sql`null`} as texts
    ${from} where ${where} and ${seen} and ${isSure ? sql`true` : hasAll(looking)}${latest}`.execute(db)
  for (const row of rows) {
    const id = Number(row.id)
    if (found.has(id) || [...asked.similar].some((word) => !isAlmostIn(row.texts ?? '', word))) continue
    const number = fields.number?.facts.sequence ? Number(row.number) : row.number
    const rank = rankOf(sought, { short: row.short, number })
    const updated_at = String(decode('instant', row.updated_at))
    found.set(id, { id, rank, near: asked.near.has(Number(row.near)), updated_at })
  }
  return rows.length < MOST_LOOKED_AT
}

/** Has all words in its texts or the names of what it refers to, and one at least in its texts. */
function hasAll({ ctx, entity, sought, asked }: Looking): RawBuilder<unknown> {
  const isIn = (text: RawBuilder<unknown>, word: string) => {
    const ways = waysOfWord(word, asked.similar)
    const like = (part: string) => sql`${text} like ${`%${escaped(part)}%`} escape '\\'`
    const either = (ways.length ? ways : [[word]]).map((parts) => sql`(${sql.join(parts.map(like), sql` and `)})`)
    return sql`(${sql.join(either, sql` or `)})`
  }
  const names = namesOf(ctx, entity).map((name) => sql`' ' || ${name}`)
  const inTexts = sought.words.map((word) => isIn(sql`t.search_key`, word))
  const inAny = sought.words.map((word, at) =>
    sql.join([inTexts[at], ...(asked.similar.has(word) ? [] : names.map((name) => isIn(name, word)))], sql` or `),
  )
  return sql`(${sql.join(inTexts, sql` or `)}) and (${sql.join(inAny, sql`) and (`)})`
}

/** The names of other records by which a search finds one. */
const namesOf = ({ catalog }: Pick<Context, 'catalog'>, entity: Entity): RawBuilder<unknown>[] =>
  relatedFields(catalog, entity).flatMap(({ name, kind, alias, field }) =>
    (entity.computed as Fields)[name]?.facts.searchable && kind === 'text' ? [columnOf(alias, `${field}_key`)] : [],
  )

const joined = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  columns.length
    ? sql`trim(${sql.join(
        columns.map((column) => sql`coalesce(${column}, '')`),
        sql` || ' ' || `,
      )})`
    : sql`''`
