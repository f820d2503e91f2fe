import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { labelOf, type Fields } from '../../core/entity/field.ts'
import { readId } from '../../core/entity/id.ts'
import type { FieldErrors } from '../../core/entity/parse.ts'
import { entitiesIn } from '../../core/query/matches.ts'
import type { Context } from '../context/context.ts'
import { forShare } from '../db/database.ts'
import type { LineRow, Row } from '../db/rows.ts'
import { asOwner, passing, ruleFor, type Rule } from './visibility.ts'

/** Which records a transaction has found to be live and visible to the user. */
export interface KnownRefs {
  readonly rule: Rule
  /** Entities whose changes may decide otherwise. */
  readonly depends: ReadonlySet<string>
  /** It holds a lock on those of them that are. */
  readonly locked: Map<Id, boolean>
  readonly seen: Map<Id, boolean>
  /** How many of the transaction's events were considered. */
  considered: number
}

/** What is known of a target's records, unless the transaction has changed something since that they depend on. */
async function knownRefs(ctx: Context, target: Entity): Promise<KnownRefs> {
  const known = ctx.knownRefs.get(target)
  if (known) {
    const isCurrent = !ctx.events.slice(known.considered).some(({ entity }) => known.depends.has(entity.name))
    known.considered = ctx.events.length
    if (isCurrent) return known
  }
  const rule = await ruleFor(ctx.catalog, target, asOwner(ctx))
  const fresh = {
    rule,
    depends: new Set([target.name, ...entitiesIn(rule)]),
    locked: new Map<Id, boolean>(),
    seen: new Map<Id, boolean>(),
    considered: ctx.events.length,
  }
  ctx.knownRefs.set(target, fresh)
  return fresh
}

/** Which of these records are live and visible to the user; they cannot be deleted until the transaction ends. */
async function visibleRefs(ctx: Context, target: Entity, ids: readonly Id[]): Promise<ReadonlyMap<Id, boolean>> {
  const { rule, locked } = await knownRefs(ctx, target)
  const unknown = [...new Set(ids)].filter((id) => !locked.has(id))
  if (unknown.length) {
    const found = await passing(ctx.db, ctx.catalog, target, unknown, rule, forShare(ctx.catalog.dialect))
    for (const id of unknown) locked.set(id, found.has(id))
  }
  return locked
}

/** Whether the record is live and visible to the user, asked once for what many drafts of one request belong to. */
export async function isVisible(ctx: Context, target: Entity, id: Id): Promise<boolean> {
  const { rule, seen } = await knownRefs(ctx, target)
  const known = seen.get(id) ?? (await passing(ctx.db, ctx.catalog, target, [id], rule)).has(id)
  seen.set(id, known)
  return known
}

/** Looks up what many drafts refer to, in one query per entity, so that checking each of them costs none. */
export async function prefetchRefs(
  ctx: Context,
  entity: Entity,
  drafts: readonly Record<string, unknown>[],
): Promise<void> {
  const wanted = Map.groupBy(
    Object.entries(entity.fields as Fields).flatMap(([name, { facts }]) => (facts.ref ? [{ name, ...facts.ref }] : [])),
    ({ entity: target }) => target,
  )
  for (const [target, fields] of wanted) {
    const ids = fields.flatMap(({ name }) => drafts.flatMap((draft) => readId(draft[name]) ?? []))
    if (ids.length) await visibleRefs(ctx, ctx.catalog.entity(target), ids)
  }
}

/** Whether a record has the same value in this field as the one that refers to it. */
async function isBeside(ctx: Context, target: Entity, id: Id, field: string, values: Row | object): Promise<boolean> {
  const value = (values as Readonly<Record<string, unknown>>)[field]
  return (await passing(ctx.db, ctx.catalog, target, [id], { [field]: value as Id })).has(id)
}

/** Checks that every changed reference points to a live record that the user can see, where they must, of the same home. */
export async function checkRefs(
  ctx: Context,
  entity: Entity,
  draft: Record<string, unknown>,
  before: Row | null,
  known: FieldErrors,
): Promise<FieldErrors> {
  const wanted = new Map<string, { key: string; label: string; id: Id; within?: string | undefined }[]>()
  const want = (target: string, key: string, label: string, id: unknown, within?: string) =>
    typeof id === 'number' && wanted.set(target, [...(wanted.get(target) ?? []), { key, label, id, within }])
  for (const [name, field] of Object.entries(entity.fields as Fields)) {
    if (!(name in draft) || name in known) continue
    if (field.facts.ref && draft[name] !== before?.[name])
      want(field.facts.ref.entity, name, labelOf(name, field), draft[name], field.facts.ref.within)
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
    const visible = await visibleRefs(
      ctx,
      target,
      refs.map(({ id }) => id),
    )
    for (const { key, label, id, within } of refs) {
      if (!visible.get(id)) errors[key] = [`${label} is invalid.`]
      else if (within !== undefined && !(await isBeside(ctx, target, id, within, { ...before, ...draft })))
        errors[key] = [`${label} belongs to another ${ctx.catalog.referred(entity, within).display.noun}.`]
    }
  }
  return errors
}
