import { blankValues } from '../entity/blank.ts'
import type { Id } from '../access/access.ts'
import { attachmentFields, type Entity, type RecordOf } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { homeFields, towardsHome } from '../entity/home.ts'
import { authorFields } from '../entity/rules.ts'
import { taken } from '../entity/steps.ts'
import type { Count } from '../entity/patterns.ts'
import { placeOf, type Sum } from '../entity/totals.ts'
import { untoldJoin } from '../entity/specification.ts'
import { fieldsOf } from '../entity/variants.ts'
import { matches } from '../query/matches.ts'
import type { Layer, Layered } from '../store/layers.ts'
import { isOlder } from '../store/merge.ts'
import type { Store } from '../store/store.ts'
import { changedIn } from './conflicts.ts'
import { withWholeLines } from './lines.ts'
import type { Mutation } from './mutation.ts'

type Values = Readonly<Record<string, unknown>>
type AnyRecord = RecordOf<Entity>

/** What a kept change makes of one record, until the server has answered. */
export interface Pending extends Layered<AnyRecord> {
  readonly entity: Entity
}

/** What a kept change makes of the records on the device: those it changes, and the counts and sums on their parents. */
export function pendingOf(mutation: Mutation, store: Store): Pending[] {
  const entity = store.entities.find(({ name }) => name === mutation.entity)
  // What an undo makes of the records only the server knows.
  if (!entity || mutation.verb === 'undo') return []
  const related = relatedIn(entity, store)
  const layers = new Map<Id, Layer<AnyRecord>>()
  const { verb, made, drafts } = mutation
  let next = 0
  for (const [at, draft] of drafts.entries()) {
    if (verb === 'delete' && draft.id !== undefined) layers.set(draft.id, () => undefined)
    else if (verb === 'act' && draft.id !== undefined) layers.set(draft.id, stepOf(entity, mutation, related))
    else if (draft.id !== undefined) {
      const changes = withWholeLines(entity, changedIn(draft, mutation.basis?.[at]))
      const { updated_at: stamp } = draft
      // What is built on this is built on the version that this was made of, however new the rest of the record is.
      const version = (base: AnyRecord) => (stamp && isOlder(stamp, base.updated_at) ? stamp : base.updated_at)
      layers.set(
        draft.id,
        (base) => base && related({ ...base, ...changes, ...mutation.derived?.[at], updated_at: version(base) }),
      )
    } else {
      const id = made[next++]
      if (id === undefined) continue
      const created = newRecord(entity, mutation, withWholeLines(entity, { ...draft, id }))
      const record = related(atHome({ ...created, ...mutation.derived?.[at] }, entity, store))
      layers.set(id, () => record)
    }
  }
  const own = [...layers].map(([id, layer]): Pending => ({ entity, id, layer }))
  return [...own, ...own.flatMap((pending) => totalsOf(pending, mutation.at, store))]
}

/** What an action makes of a record, as far as its description says. */
const stepOf =
  (entity: Entity, { action = '', body, user, kept_at }: Mutation, related: Related): Layer<AnyRecord> =>
  (base) =>
    base && related(taken(entity, action, base, { ...body }, { user_id: user, now: kept_at }))

/** A record as the server will probably create it: defaults, the parents' ids, the author and the draft. */
function newRecord(entity: Entity, { params, user, kept_at, files, verb }: Mutation, draft: Values): AnyRecord {
  const type = entity.variants && draft[entity.variants.by]
  const fields: Fields = fieldsOf(entity, type)
  const record = blankValues(entity, type)
  for (const name of authorFields({ fields })) record[name] = user
  // The server ignores what a draft says of the fields that it sets itself.
  for (const [name, value] of Object.entries(draft)) if (!fields[name]?.facts.readonly) record[name] = value
  const attached = attachmentFields(entity)
  for (const [name, value] of Object.entries(params)) record[name] = attached?.type === name ? value : Number(value)
  const file = verb === 'upload' ? files?.file : undefined
  const image = file?.type.startsWith('image/') ?? false
  return {
    ...record,
    ...(file && { name: file.name, mime: file.type, size: file.size, ...('image' in fields && { image }) }),
    created_at: kept_at,
    updated_at: kept_at,
    deleted_at: null,
  } as AnyRecord
}

/** A new record with its `home` fields, as far as what it belongs to is on the device. */
function atHome(record: AnyRecord, entity: Entity, store: Store): AnyRecord {
  const homes = homeFields(entity).map(({ name, target }): [string, Id | null] => {
    let step = towardsHome(target, entity, record, store.entities)
    while (step !== null && typeof step === 'object') {
      const above: Values | undefined = store.byName(step.entity.name)?.peek(step.id)
      step = above ? towardsHome(target, step.entity, above, store.entities) : null
    }
    return [name, step]
  })
  return { ...record, ...Object.fromEntries(homes) }
}

type Related = (record: AnyRecord) => AnyRecord

/** Fills in the fields that come from the records it refers to, as far as they are on the device. */
function relatedIn(entity: Entity, store: Store): Related {
  const fields: Fields = entity.fields
  const joins = Object.entries(entity.computed as Fields).flatMap(([name, { facts }]) => {
    // `project` is the record that `project_id` refers to.
    const { ref, field } = facts.related ?? { ref: `${name}_id`, field: null }
    const target = fields[ref]?.facts.ref?.entity
    const unknown = facts.related ? untoldJoin(fields, facts.related, store.entities) : null
    return target ? [{ name, ref, field, target, unknown }] : []
  })
  return (record) => {
    const values: Values = record
    const filled: Record<string, unknown> = {}
    for (const { name, ref, field, target, unknown } of joins) {
      const found: Values | undefined = values[ref] ? store.byName(target)?.peek(Number(values[ref])) : undefined
      if (found && field === null) filled[name] = found
      else if (found && field !== null && field in found) filled[name] = found[field]
      else if (!values[ref] || values[name] === null || values[name] === undefined) filled[name] = unknown
    }
    return { ...record, ...filled }
  }
}

/** The layers on the parents of a record that count it (`open_rfis`) or add it up (`booked_hours`). */
function totalsOf({ entity, id, layer }: Pending, place: number, store: Store): Pending[] {
  // With what waits before this change, since each adds what it changes itself.
  const before: Values | undefined = store.byName(entity.name)?.base(id, place)
  const after: Values | undefined = layer(before as AnyRecord | undefined)
  const counts = Object.entries<Count>(entity.counts).map(([name, { of, where }]) => {
    const [target, told] = placeOf(name)
    return { target, told, of, where, least: 0, valueIn: (): unknown => 1 }
  })
  const sums = Object.entries<Sum>(entity.sums).map(([name, { of, where = {}, field }]) => {
    const [target, told] = placeOf(name)
    return { target, told, of, where, least: -Infinity, valueIn: (record: Values) => record[field] }
  })
  return [...counts, ...sums].flatMap(({ target, told, of, where, least, valueIn }) => {
    const parent = store.entities.find((one) => one.name === target)
    if (!parent) return []
    const changes = new Map<number, number>()
    const add = (record: Values | undefined, sign: 1 | -1) => {
      if (!record || matches(where, record) !== true) return
      const [parentId, value] = [record[of], valueIn(record)]
      if (typeof parentId === 'number' && typeof value === 'number')
        changes.set(parentId, (changes.get(parentId) ?? 0) + sign * value)
    }
    add(before, -1)
    add(after, 1)
    return [...changes].flatMap(([parentId, by]) =>
      by ? [{ entity: parent, id: parentId, layer: adding(told, by, least) }] : [],
    )
  })
}

/** Adds to a count or a sum, which has at most four decimals, if it is loaded. */
const adding =
  (name: string, by: number, least: number): Layer<AnyRecord> =>
  (base) => {
    const total: unknown = (base as Values | undefined)?.[name]
    return base && typeof total === 'number'
      ? { ...base, [name]: Math.max(least, Math.round((total + by) * 1e4) / 1e4) }
      : base
  }
