import { sql } from 'kysely'
import { nobody, type Id } from '../../core/access/access.ts'
import { attachmentFields, guardOf, type Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { undoOf, verbOf } from '../../core/entity/undo.ts'
import { findRow, type Context } from '../context/context.ts'
import { alive, condition } from '../db/conditions.ts'
import { forUpdate, inList } from '../db/database.ts'
import { bringBack, selectRows, type LineRow, type Row } from '../db/rows.ts'
import { entriesOf, type HistoryEntry } from '../events/history.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { announceParent, demandAttachable } from './attached.ts'
import { demandActive } from './active.ts'
import { followCounts } from './counts.ts'
import { demandMay } from './may.ts'
import { checkRefs } from './refs.ts'
import { isUsed, removeRow, removeTree } from './remove.ts'
import { laterThan, saveRow } from './save.ts'
import { takeAction } from './take-action.ts'
import { checkUnique } from './unique.ts'
import type { Undone } from './undo.ts'
import { passing, ruleFor } from './visibility.ts'

const GONE = 'It is gone.'
const CHANGED = 'It was changed since.'
const USED = 'Others refer to it.'
const FINAL = 'Something was done to it since that cannot be undone.'
const NOT_UNDONE = 'This cannot be undone.'

/** A change that is being undone. */
export interface Undoing {
  /** All its events. */
  readonly events: readonly Undone[]
  /** The records that it deleted and that are not back yet, by entity and id. */
  readonly gone: Set<string>
  /** Those that stay gone; what belonged to them is not named as well. */
  readonly lost: Set<string>
}

type Leave = (field: string | null, why: string, by?: Id | null) => void

/**
 * Takes one event of a change back, with the rights that the same by hand would need.
 * @returns false where something else has to come back before
 * @throws Refusal where a rule is against it
 */
export async function invert(ctx: Context, event: Undone, undoing: Undoing, leave: Leave): Promise<boolean> {
  const { entity, id, kind } = event
  const row = await lockedRow(ctx, entity, id)
  if (!row) return true
  if (kind === 'deleted') return restore(ctx, event, row, undoing)
  if (row.deleted_at !== null) {
    // Who made it and deleted it since has nothing left to undo.
    if (!isCreation(event)) leave(null, GONE)
    return true
  }
  if (event.direct) await demandSeen(ctx, entity, id)
  const declared = event.direct ? undoOf(entity, verbOf(event.action)) : undefined
  if (declared === false) throw new Refusal(422, NOT_UNDONE, {})
  if (typeof declared === 'string') await takeAction(ctx, entity, declared, row, {})
  else if (isCreation(event)) await unmake(ctx, event, row, undoing, leave)
  else await giveBack(ctx, event, row, leave)
  return true
}

const isCreation = ({ action }: Undone) => verbOf(action) === 'create'

/** A record's name among those of all entities. */
export const named = ({ name }: Entity, id: unknown): string => `${name} ${String(id)}`

/** The records that a record belongs to, by their names. */
function homesOf({ catalog }: Context, entity: Entity, row: Row): string[] {
  const refs = Object.entries(belonging(entity, row)).map(([field, id]) => named(catalog.referred(entity, field), id))
  const attached = attachmentFields(entity)
  const on = attached && catalog.attachableEntities(entity).find(({ table }) => table === row[attached.type])
  return on ? [...refs, named(on, row[attached.id])] : refs
}

/** The record, deleted or not. */
async function lockedRow(ctx: Context, entity: Entity, id: Id): Promise<Row | undefined> {
  const lock = forUpdate(ctx.catalog.dialect)
  const [row] = await selectRows(ctx.db, ctx.catalog, entity, { where: sql`t.id = ${id}`, lock })
  return row
}

/** @throws Refusal 404 for a record that the user does not see */
async function demandSeen(ctx: Context, entity: Entity, id: Id): Promise<void> {
  const seen = await passing(ctx.db, ctx.catalog, entity, [id], await ruleFor(ctx.catalog, entity, ctx))
  if (!seen.has(id)) throw new Refusal(404)
}

/** What happened to the record after an event, newest first, apart from what was undone since. */
const since = async (ctx: Context, { entity, id, event }: Undone): Promise<HistoryEntry[]> =>
  (await entriesOf(ctx.db, entity, id)).filter((entry) => entry.id > event)

/** Deletes a record that the change made, unless others changed it or something refers to it. */
async function unmake(ctx: Context, event: Undone, row: Row, { events }: Undoing, leave: Leave): Promise<void> {
  const { entity, direct } = event
  const later = await since(ctx, event)
  const other = later.find(({ user_id }) => user_id !== null && user_id !== ctx.user.id)
  if (other) return leave(null, CHANGED, other.user_id)
  if (direct && later.some((entry) => undoOf(entity, verbOf(entry.action)) === false)) return leave(null, FINAL)
  if (await isUsedOutside(ctx, entity, row, events)) return leave(null, USED)
  await (direct ? removeRow(ctx, entity, row) : removeTree(ctx, entity, row))
}

/** Whether live records refer to a record or are attached to it, other than those that the same change made. */
async function isUsedOutside(ctx: Context, entity: Entity, row: Row, change: readonly Undone[]): Promise<boolean> {
  const { catalog, db } = ctx
  const own = (user: Entity) => new Map(change.flatMap((one) => (one.entity === user ? [[one.id, one]] : [])))
  // What nobody can add is the server's own record of it, such as the name of a project's directory.
  for (const reference of catalog.references(entity).filter((one) => one.entity.access.create !== nobody))
    if (await isUsed(ctx, reference, new Map([[row.id, row]]), own(reference.entity))) return true
  for (const attached of entity.attachable.map((name) => catalog.entity(name))) {
    const fields = attachmentFields(attached)
    if (!fields) continue
    const here = condition(catalog, attached, { [fields.type]: entity.table, [fields.id]: row.id })
    const isOwn = inList(catalog.dialect, sql.ref('t.id'), [...own(attached).keys()])
    const found =
      await sql`select 1 from ${sql.table(attached.table)} as t where ${here} and ${alive()} and not ${isOwn} limit 1`.execute(
        db,
      )
    if (found.rows.length) return true
  }
  return false
}

/** Brings a deleted record back under its id, with its lines, where what it belongs to is there. */
async function restore(ctx: Context, event: Undone, row: Row, { gone, lost }: Undoing): Promise<boolean> {
  const { entity, direct } = event
  const homes = homesOf(ctx, entity, row)
  // It is back already.
  if (row.deleted_at === null) return true
  if (homes.some((home) => lost.has(home))) {
    lost.add(named(entity, row.id))
    return true
  }
  if (homes.some((home) => gone.has(home))) return false
  if (direct && undoOf(entity, 'delete') === false) throw new Refusal(422, NOT_UNDONE, {})
  if (direct && !guardOf(entity, 'create')(ctx.user)) throw new Refusal(403)
  if (attachmentFields(entity)) await demandAttachable(ctx, entity, 'create', row)
  if (direct) await demandMay(ctx, entity, 'create', null, row)
  await demandActive(ctx, entity, 'create', row)
  const errors = await checkRefs(ctx, entity, belonging(entity, row), null, {})
  const names = new Set(Object.keys(entity.fields as Fields))
  Object.assign(errors, await checkUnique(ctx, entity, row, names, row.id))
  if (!Object.keys(errors).length)
    Object.assign(errors, await ctx.catalog.serving(entity).validate?.(row as never, null, ctx))
  if (Object.keys(errors).length) throw invalid(errors)
  await bringBack(ctx.db, entity, row.id, laterThan(row.updated_at, ctx.now))
  if (direct) await demandSeen(ctx, entity, row.id)
  const found = await findRow(ctx, entity, row.id)
  if (!found) throw new Refusal(404)
  ctx.events.push({ entity, id: row.id, kind: 'saved', action: 'restored', changes: {}, matchedBefore: new Set() })
  await announceParent(ctx, entity, found)
  await followCounts(ctx, entity, null, found)
  await ctx.catalog.serving(entity).afterSave?.(found as never, row as never, ctx, {})
  return true
}

/** What a record cannot be without: the records that it would have been deleted with, or that could not be deleted. */
const belonging = ({ fields }: Entity, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields as Fields).flatMap(([name, { facts }]) =>
      facts.ref && facts.ref.onDelete !== 'keep' ? [[name, row[name]]] : [],
    ),
  )

/** Gives fields their values back that nobody changed since; the others are left, and named. */
async function giveBack(ctx: Context, event: Undone, row: Row, leave: Leave): Promise<void> {
  const { entity, direct, changes } = event
  const fields: Fields = entity.fields
  const draft: Record<string, unknown> = {}
  let later: HistoryEntry[] | undefined
  for (const [name, { old, new: made }] of Object.entries(changes)) {
    const field = fields[name]
    // A field that this version does not have.
    if (!field) continue
    const current = contentOf(field.facts.lines, row[name])
    if (current === contentOf(field.facts.lines, made)) draft[name] = old
    // What followed another change of the request has been taken back with that.
    else if (current === contentOf(field.facts.lines, old)) continue
    else {
      later ??= await since(ctx, event)
      leave(name, CHANGED, later.find((entry) => name in entry.changes)?.user_id ?? null)
    }
  }
  if (!Object.keys(draft).length) return
  if (direct) {
    if (!guardOf(entity, 'edit')(ctx.user)) throw new Refusal(403)
    for (const name of Object.keys(draft))
      if (fields[name]?.facts.writableBy?.(ctx.user) === false) throw new Refusal(403)
    await demandAttachable(ctx, entity, 'edit', row)
    await demandMay(ctx, entity, 'edit', row, draft)
  }
  await demandActive(ctx, entity, 'edit', row)
  const gone = await checkRefs(ctx, entity, draft, row, {})
  for (const [name, [why = GONE]] of Object.entries(gone)) {
    const [field = name] = name.split('.')
    delete draft[field]
    leave(field, why)
  }
  await saveRow(ctx, entity, draft, row, { as: 'server', action: 'undone' })
}

/** A value as it is compared: of lines their fields in order, since a line has an id only once it is stored. */
function contentOf(lines: Fields | undefined, value: unknown): string {
  if (!lines || !Array.isArray(value)) return JSON.stringify(value ?? null)
  const names = Object.keys(lines)
  return JSON.stringify((value as LineRow[]).map((line) => names.map((name) => line[name] ?? null)))
}
