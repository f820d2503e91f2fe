import { homesOf } from './homes.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { findRow, type Context } from '../context/context.ts'
import { insertRows, updateRow, type Row } from '../db/rows.ts'
import { announceParent } from './attached.ts'
import { followCounts } from './counts.ts'
import { checkDraft, type CheckedDraft } from './draft.ts'
import { takeNumber } from './sequence.ts'
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
 * Whether the rules for a new record are independent of the other records of its entity, so that many drafts can all be
 * checked before the first is stored. A module that keeps count of a request's drafts itself declares `prepare`.
 */
export function areIndependent({ catalog }: Context, entity: Entity): boolean {
  const { may, validate, derive, prepare } = catalog.serving(entity)
  const isUnique = Object.values(entity.fields as Fields).some(({ facts }) => facts.unique)
  return !isUnique && (prepare !== undefined || !(may || validate || derive))
}

/** Creates records from drafts that passed their checks, inserting all rows with few statements. */
export async function createChecked(
  ctx: Context,
  entity: Entity,
  checked: readonly CheckedDraft[],
  action = 'created',
): Promise<Row[]> {
  const values: Record<string, unknown>[] = []
  for await (const { draft, written } of inPieces(checked))
    values.push({ ...written, ...(await takeNumber(ctx, entity, draft)), ...(await homesOf(ctx, entity, draft)) })
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
