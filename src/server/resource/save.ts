import { homesOf } from './homes.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { findRow, type Context } from '../context/context.ts'
import { insertRows, updateRow, type Row } from '../db/rows.ts'
import { announceParent } from './attached.ts'
import { followCounts } from './counts.ts'
import { checkDraft, type CheckedDraft } from './draft.ts'
import { sequenceOf, takeNumbers } from './sequence.ts'
import { textKey } from '../../lib/text-key.ts'
import { inPieces, inSlices } from '../files/turns.ts'
import { addChangedVersion, addVersion, withNextVersion } from './versions.ts'
import { hasVersions } from '../../core/entity/files.ts'

export interface SaveOptions {
  /** Clients are subject to guards and cannot set read-only fields; server code is not restricted. */
  as: 'client' | 'server'
  /** The action recorded in history; by default `created` or `updated`. */
  action?: string
  /** What the record's new file was called, for its version, if that is not the record's name. */
  fileName?: string | undefined
}

/**
 * Creates a record (`before` null) or changes one: checks, row and lines, history, live event.
 * @throws Refusal 403 or 422
 */
export async function saveRow(
  ctx: Context,
  entity: Entity,
  input: Record<string, unknown>,
  before: Row | null,
  { as, action = before ? 'updated' : 'created', fileName }: SaveOptions,
): Promise<Row> {
  const checked = await checkDraft(ctx, entity, input, before, as)
  if (!before) {
    const [created] = await createChecked(ctx, entity, [checked], action)
    if (!created) throw new Error(`The ${entity.name} just saved is gone.`)
    return created
  }
  const { draft, written, changes } = withNextVersion(entity, before, checked)
  if (!Object.keys(changes).length) return before
  const matchedBefore = (await ctx.services.matchListeners(ctx, entity, [before]))(before.id)
  await updateRow(ctx.db, ctx.catalog, entity, before, written, laterThan(before.updated_at, ctx.now))
  const found = await findRow(ctx, entity, before.id)
  if (!found) throw new Error(`The ${entity.name} just saved is gone.`)
  const saved = await addChangedVersion(ctx, entity, checked, found, fileName)
  ctx.events.push({ entity, id: saved.id, kind: 'saved', action, changes, matchedBefore })
  await follow(ctx, entity, before, saved, draft)
  return saved
}

/**
 * Whether drafts of new records can all be checked before the first is stored: no rule looks at the others of them, or the
 * module says so by `together`, and no two would have the same unique value.
 */
export function areIndependent({ catalog }: Context, entity: Entity, drafts: readonly Sent[]): boolean {
  const { may, validate, derive, together } = catalog.serving(entity)
  return (together !== undefined || !(may || validate || derive)) && areDistinct(entity, drafts)
}

type Sent = Readonly<Record<string, unknown>>

function areDistinct(entity: Entity, drafts: readonly Sent[]): boolean {
  const isSent = (name: string) => (draft: Sent) => (draft[name] ?? '') !== ''
  const sequence = sequenceOf(entity)
  const typed = sequence ? drafts.filter(isSent(sequence.field)).length : 0
  // A number that is taken could be one that a later draft brings along.
  if (typed > 0 && typed < drafts.length) return false
  return Object.entries(entity.fields as Fields).every(([name, { facts }]) => {
    if (!facts.unique) return true
    const { within } = facts.unique
    const sent = drafts.filter(isSent(name))
    return new Set(sent.map((draft) => textKey([...within, name].map((one) => draft[one]).join()))).size === sent.length
  })
}

/** Creates records from drafts that passed their checks, inserting all rows with few statements. */
export async function createChecked(
  ctx: Context,
  entity: Entity,
  checked: readonly CheckedDraft[],
  action = 'created',
): Promise<Row[]> {
  const numbers = await takeNumbers(
    ctx,
    entity,
    checked.map(({ draft }) => draft),
  )
  const values: Record<string, unknown>[] = []
  for await (const [at, { draft, written }] of inPieces([...checked.entries()]))
    values.push({ ...written, ...numbers[at], ...(await homesOf(ctx, entity, draft)) })
  const inserted: Row[] = []
  for await (const some of inSlices(values))
    inserted.push(...(await insertRows(ctx.db, ctx.catalog, entity, some, ctx.now)))
  const rows: Row[] = []
  for await (const row of inPieces(inserted)) rows.push(hasVersions(entity) ? await addVersion(ctx, entity, row) : row)
  for (const { id } of rows)
    ctx.events.push({ entity, id, kind: 'saved', action, changes: {}, matchedBefore: new Set() })
  for await (const [at, row] of inPieces([...rows.entries()]))
    await follow(ctx, entity, null, row, checked[at]?.draft ?? {})
  return rows
}

/** What follows a save, in its transaction. */
async function follow(
  ctx: Context,
  entity: Entity,
  before: Row | null,
  saved: Row,
  draft: Record<string, unknown>,
): Promise<void> {
  await announceParent(ctx, entity, saved)
  await followCounts(ctx, entity, before, saved)
  await ctx.catalog.serving(entity).afterSave?.(saved, before, ctx, draft)
}

/** Guarantees increasing timestamps, even for two versions of a record within the same millisecond. */
export const laterThan = (stamp: string, now: string): string =>
  new Date(Math.max(Date.parse(now), Date.parse(stamp) + 1)).toISOString()
