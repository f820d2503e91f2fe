import type { Id } from '../../core/access/access.ts'
import { guardOf, parentsOf, type Entity } from '../../core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '../../core/entity/field.ts'
import { parse, type FieldErrors } from '../../core/entity/parse.ts'
import { derived } from '../../core/entity/rules.ts'
import { fieldsOf } from '../../core/entity/variants.ts'
import { rememberEach } from '../../lib/remember-each.ts'
import type { Context } from '../context/context.ts'
import type { LineRow, Row } from '../db/rows.ts'
import { lineTables } from '../db/tables.ts'
import { invalid, Refusal } from '../http/errors.ts'
import type { Changes } from '../subscription.ts'
import { checkEntering, demandActive } from './active.ts'
import { demandAttachable } from './attached.ts'
import { demandMay } from './may.ts'
import { checkRefs } from './refs.ts'
import { byOf, readFor } from './sight.ts'
import { checkUnique } from './unique.ts'

/** A draft that passed all checks. */
export interface CheckedDraft {
  /** The values to save, including write-only ones. */
  readonly draft: Record<string, unknown>
  /** The same without what has no column, and, for an existing record, without what stays the same. */
  readonly written: Record<string, unknown>
  readonly changes: Changes
}

/**
 * Checks a draft of a new record (`before` null) or of a change: parse, record rule, references, uniqueness, and the
 * entity's own rules. All errors in the input are reported together. With `byIndex`, the database's indexes alone refuse
 * what is not unique, which costs no query.
 * @throws Refusal 403 or 422
 */
export async function checkDraft(
  ctx: Context,
  entity: Entity,
  input: Record<string, unknown>,
  before: Row | null,
  as: 'client' | 'server',
  { byIndex = false } = {},
): Promise<CheckedDraft> {
  const client = as === 'client'
  const verb = before ? 'edit' : 'create'
  const serving = ctx.catalog.serving(entity)
  if (client && !guardOf(entity, verb)(ctx.user)) throw new Refusal(403)
  const { by } = entity.variants ?? {}
  const own = fieldsOf(entity, by && (before ?? input)[by])
  const fields: Fields = client ? own : settable(own)
  const writable = (field: Field<unknown>) => !client || (field.facts.writableBy?.(ctx.user) ?? true)
  const { values, errors } = parse(fields, input, { partial: before !== null, writable })
  if (client && entity.variants?.strict && !errors[entity.variants.by])
    Object.assign(errors, foreignValues(entity, own, input))
  const kept = keepLines(entity, values, before, as)
  const follows = client && !Object.keys(errors).length
  const ruled = follows ? derived(entity, kept, before, byOf(ctx)) : {}
  const stored = follows ? await serving.derive?.({ ...kept, ...ruled } as never, before, ctx) : {}
  const draft = keepLines(entity, { ...kept, ...ruled, ...stored }, before, 'server')
  // An existing record keeps its parents and its type; an update cannot change them.
  if (client && before) for (const name of [...parentsOf(entity.endpoint), ...(by ? [by] : [])]) delete draft[name]
  const changes = changesOf(draft, before)
  const changed = new Set(Object.keys(changes))
  Object.assign(errors, missingNow(fields, { ...before, ...draft }))
  if (client) await demandAttachable(ctx, entity, verb, before ?? draft)
  if (client) await demandMay(ctx, entity, verb, before, draft)
  if (client) await demandActive(ctx, entity, verb, before ?? draft)
  if (client) Object.assign(errors, await checkRefs(ctx, entity, draft, before, errors))
  if (!byIndex) Object.assign(errors, await checkUnique(ctx, entity, { ...before, ...draft }, changed, before?.id))
  if (!Object.keys(errors).length) Object.assign(errors, await checkShared(ctx, entity, draft, before))
  if (!Object.keys(errors).length) Object.assign(errors, await checkEntering(ctx, entity, draft, before))
  if (!Object.keys(errors).length) Object.assign(errors, await ownErrors(ctx, entity, draft, before, as))
  if (Object.keys(errors).length) throw invalid(errors)
  const isStored = (name: string) => !fields[name]?.facts.writeOnly && (!before || changed.has(name))
  const written = Object.fromEntries(Object.entries(draft).filter(([name]) => isStored(name)))
  return { draft, written, changes }
}

/** The errors of the entity's own rules: those of both sides, then those of the server, which may build on them. */
async function ownErrors(
  ctx: Context,
  entity: Entity,
  draft: Record<string, unknown>,
  before: Row | null,
  as: 'client' | 'server',
): Promise<FieldErrors> {
  const { validate } = entity.rules
  if (validate) {
    const sight = await readFor(ctx, entity, [{ values: { ...before, ...draft }, before }])
    // Nobody is asked about what the server itself saves.
    const errors = validate(draft, before, as === 'client' ? sight : { ...sight, warn: () => undefined })
    if (Object.keys(errors).length) return errors
  }
  return (await ctx.catalog.serving(entity).validate?.(draft as never, before, ctx)) ?? {}
}

/** Errors for fields that the record's other values require. */
function missingNow(fields: Fields, values: Readonly<Record<string, unknown>>): FieldErrors {
  const missing = Object.entries(fields).filter(
    ([name, { facts }]) => (values[name] ?? '') === '' && facts.requiredWhen?.((other) => values[other]),
  )
  return Object.fromEntries(missing.map(([name, field]) => [name, [`${labelOf(name, field)} is required`]]))
}

/** Errors for values that only records of other types have. */
function foreignValues({ fields, variants }: Entity, own: Fields, input: Record<string, unknown>): FieldErrors {
  const isSent = (name: string) => (input[name] ?? '') !== ''
  const foreign = Object.entries(fields as Fields).filter(([name]) => !(name in own) && isSent(name))
  return Object.fromEntries(
    foreign.map(([name, field]) => [name, [`${labelOf(name, field)} does not belong to this ${variants?.by}.`]]),
  )
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

/** The fields with read-only ones made writable, those of lines too, for the server's own code. */
const settable: (fields: Fields) => Fields = rememberEach((fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { facts } = field
      const own = { ...facts, readonly: false, optional: facts.optional || facts.readonly }
      return [name, { ...field, facts: { ...own, ...(facts.lines && { lines: settable(facts.lines) }) } }]
    }),
  ),
)

const lineFields = (entity: Entity, name: string): Fields | undefined => (entity.fields as Fields)[name]?.facts.lines
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Matches lines sent without an id to stored lines with the same key, or else the same content, so that saving twice
 * changes nothing. What clients cannot set stays as it is stored.
 */
function keepLines(
  entity: Entity,
  values: Record<string, unknown>,
  before: Row | null,
  as: 'client' | 'server',
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const fields = lineFields(entity, name)
      if (!fields || !Array.isArray(value)) return [name, value]
      const stored = (before?.[name] as LineRow[] | undefined) ?? []
      const sent = value as Partial<LineRow>[]
      const isNamed = (line: Partial<LineRow>) => (one: LineRow) =>
        line.id === undefined ? line.key !== undefined && one.key === line.key : one.id === line.id
      const taken = new Set<Id>(sent.flatMap((line) => stored.find(isNamed(line))?.id ?? []))
      const isOpen = (field: string) => as === 'server' || !fields[field]?.facts.readonly
      const own = Object.keys(fields).filter(isOpen)
      const contentOf = (line: Partial<LineRow>) => own.map((field) => line[field])
      const keys = new Set<string>()
      const lines = sent.map((line) => {
        const isAlike = (one: LineRow) =>
          line.id === undefined && !taken.has(one.id) && same(contentOf(one), contentOf(line))
        const match = stored.find(isNamed(line)) ?? stored.find(isAlike)
        if (match) taken.add(match.id)
        const { id: _, key, ...rest } = line
        if (match) return { ...match, ...Object.fromEntries(Object.entries(rest).filter(([field]) => isOpen(field))) }
        // A key is the name of one line.
        const isNew = key !== undefined && !keys.has(key) && keys.add(key)
        return { ...(isNew && { key }), ...rest }
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
