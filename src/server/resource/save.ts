import type { Id } from '../../core/access/access.ts'
import { guardOf, parentsOf, type Entity } from '../../core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '../../core/entity/field.ts'
import { parse, type FieldErrors } from '../../core/entity/parse.ts'
import { fieldsOf } from '../../core/entity/variants.ts'
import { forShare } from '../db/database.ts'
import { lineTables } from '../db/tables.ts'
import { insertRow, updateRow, type LineRow, type Row } from '../db/rows.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { announceParent, demandAttachable } from './attached.ts'
import type { Changes } from '../subscription.ts'
import { demandActive } from './active.ts'
import { announceCounts } from './counts.ts'
import { demandMay } from './may.ts'
import { takeNumber } from './sequence.ts'
import { checkUnique } from './unique.ts'
import { passing, ruleFor } from './visibility.ts'
import { findRow, type Context } from '../context/context.ts'

export interface SaveOptions {
  /** Clients are subject to guards and cannot set read-only fields; server code is not restricted. */
  as: 'client' | 'server'
  /** The action recorded in history; by default `created` or `updated`. */
  action?: string
}

/**
 * Creates a record (`before` null) or changes one: parse, record rule, references, uniqueness, the entity's own rules,
 * row and lines, history, live event. All errors in the input are reported together.
 * @throws Refusal 403 or 422
 */
export async function saveRow(
  ctx: Context,
  entity: Entity,
  input: Record<string, unknown>,
  before: Row | null,
  { as, action }: SaveOptions,
): Promise<Row> {
  const client = as === 'client'
  const verb = before ? 'edit' : 'create'
  const serving = ctx.catalog.serving(entity)
  if (client && !guardOf(entity, verb)(ctx.user)) throw new Refusal(403)
  const { by } = entity.variants ?? {}
  const own = fieldsOf(entity, by && (before ?? input)[by])
  const fields: Fields = client ? own : settable(own)
  const writable = (field: Field<unknown>) => !client || (field.facts.writableBy?.(ctx.user) ?? true)
  const { values, errors } = parse(fields, input, { partial: before !== null, writable })
  const derived = client && !Object.keys(errors).length ? serving.derive?.(values as never, before, ctx) : {}
  const draft = keepLines(entity, { ...values, ...(await derived) }, before)
  // An existing record keeps its parents and its type; an update cannot change them.
  if (client && before) for (const name of [...parentsOf(entity.endpoint), ...(by ? [by] : [])]) delete draft[name]
  const changes = changesOf(draft, before)
  const changed = new Set(Object.keys(changes))
  if (client) await demandAttachable(ctx, entity, verb, before ?? draft)
  if (client) await demandMay(ctx, entity, verb, before, draft)
  if (client) await demandActive(ctx, entity, verb, before ?? draft)
  if (client) Object.assign(errors, await checkRefs(ctx, entity, draft, before, errors))
  Object.assign(errors, await checkUnique(ctx, entity, { ...before, ...draft }, changed, before?.id))
  if (!Object.keys(errors).length) Object.assign(errors, await checkShared(ctx, entity, draft, before))
  if (serving.validate && !Object.keys(errors).length)
    Object.assign(errors, await serving.validate(draft as never, before, ctx))
  if (Object.keys(errors).length) throw invalid(errors)
  if (before && !changed.size) return before
  if (!before) await takeNumber(ctx, entity, draft)

  const matchedBefore = before ? await ctx.services.matchListeners(ctx, entity, before) : new Set<string>()
  const stored = (name: string) => !fields[name]?.facts.writeOnly && (!before || changed.has(name))
  const written = Object.fromEntries(Object.entries(draft).filter(([name]) => stored(name)))
  const saved = before ? await update(before) : await insertRow(ctx.db, ctx.catalog, entity, written, ctx.now)
  const { id } = saved
  const verbOf = action ?? (before ? 'updated' : 'created')
  ctx.events.push({ entity, id, kind: 'saved', action: verbOf, changes: before ? changes : {}, matchedBefore })
  await announceParent(ctx, entity, saved)
  await announceCounts(ctx, entity, before, saved)
  await serving.afterSave?.(saved, before, ctx, draft)
  return saved

  async function update(row: Row): Promise<Row> {
    await updateRow(ctx.db, ctx.catalog, entity, row, written, laterThan(row.updated_at, ctx.now))
    const found = await findRow(ctx, entity, row.id)
    if (!found) throw new Error(`The ${entity.name} just saved is gone.`)
    return found
  }
}

/** Applies the check for shared lines, which is the same in every entity that has them. */
async function checkShared(
  ctx: Context,
  entity: Entity,
  draft: Record<string, unknown>,
  before: Row | null,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const { name, table, subject } of lineTables(entity)) {
    const check = subject !== null && name in draft ? ctx.catalog.linesCheck(table) : undefined
    const lines = { lines: draft[name] as LineRow[], before: (before?.[name] as LineRow[] | undefined) ?? [] }
    if (check) Object.assign(errors, await check({ entity, ...lines }, ctx))
  }
  return errors
}

/** Guarantees increasing timestamps, even for two versions of a record within the same millisecond. */
export const laterThan = (stamp: string, now: string): string =>
  new Date(Math.max(Date.parse(now), Date.parse(stamp) + 1)).toISOString()

/** The fields with read-only ones made writable, for the server's own code. */
const settable = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, facts: { ...field.facts, readonly: false, optional: field.facts.optional || field.facts.readonly } },
    ]),
  )

const lineFields = (entity: Entity, name: string): Fields | undefined => (entity.fields as Fields)[name]?.facts.lines
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Matches lines sent without an id to stored lines with the same content, so that saving twice changes nothing. */
function keepLines(entity: Entity, values: Record<string, unknown>, before: Row | null): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const fields = lineFields(entity, name)
      if (!fields || !Array.isArray(value)) return [name, value]
      const held = [...((before?.[name] as LineRow[] | undefined) ?? [])]
      const taken = new Set<Id>((value as Partial<LineRow>[]).flatMap(({ id }) => id ?? []))
      const told = (line: Partial<LineRow>) => Object.keys(fields).map((key) => line[key])
      const lines = (value as Partial<LineRow>[]).map((line) => {
        const alike = held.find((one) =>
          line.id ? one.id === line.id : !taken.has(one.id) && same(told(one), told(line)),
        )
        if (alike) taken.add(alike.id)
        const { id: _, ...rest } = line
        return alike ? { ...alike, ...rest } : rest
      })
      return [name, lines]
    }),
  )
}

function changesOf(draft: Record<string, unknown>, before: Row | null): Changes {
  const changes: Changes = {}
  for (const [name, value] of Object.entries(draft)) {
    const old = before?.[name] ?? null
    if (!same(old, value ?? null)) changes[name] = { old, new: value }
  }
  return changes
}

/** Checks that every changed reference points to a live record that the user can see. */
async function checkRefs(
  ctx: Context,
  entity: Entity,
  draft: Record<string, unknown>,
  before: Row | null,
  known: FieldErrors,
): Promise<FieldErrors> {
  const wanted = new Map<string, { key: string; label: string; id: Id }[]>()
  const want = (target: string, key: string, label: string, id: unknown) =>
    typeof id === 'number' && wanted.set(target, [...(wanted.get(target) ?? []), { key, label, id }])
  for (const [name, field] of Object.entries(entity.fields as Fields)) {
    if (!(name in draft) || name in known) continue
    if (field.facts.ref && draft[name] !== before?.[name])
      want(field.facts.ref.entity, name, labelOf(name, field), draft[name])
    const fields = field.facts.lines
    if (!fields) continue
    const old = new Map(((before?.[name] as LineRow[] | undefined) ?? []).map((line) => [line.id, line]))
    for (const [at, line] of (draft[name] as Partial<LineRow>[]).entries())
      for (const [key, inner] of Object.entries(fields))
        if (inner.facts.ref && line[key] !== old.get(line.id ?? 0)?.[key])
          want(inner.facts.ref.entity, `${name}.${at}.${key}`, labelOf(key, inner), line[key])
  }
  const errors: FieldErrors = {}
  for (const [name, refs] of wanted) {
    const target = ctx.catalog.entity(name)
    const rule = await ruleFor(ctx.catalog, target, ctx)
    const lock = forShare(ctx.catalog.dialect)
    const seen = await passing(
      ctx.db,
      ctx.catalog,
      target,
      refs.map(({ id }) => id),
      rule,
      lock,
    )
    for (const { key, label, id } of refs) if (!seen.has(id)) errors[key] = [`${label} is invalid.`]
  }
  return errors
}
