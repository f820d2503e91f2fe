import { SECRET_MAIL, UnknownJob } from '../jobs/job-kind.ts'
import type { Area } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { isEntity } from '../../core/entity/entity.ts'
import type { Count } from '../../core/entity/patterns.ts'
import type { Fields, OnDelete } from '../../core/entity/field.ts'
import { placeOf } from '../../core/entity/totals.ts'
import { checkEntities, refuseDuplicates } from '../../core/entity/check-entities.ts'
import type { Dialect } from '../db/database.ts'
import type { Known } from '../db/plan.ts'
import type { Contribution } from './counts.ts'
import { sequenceOf } from './sequence.ts'
import { isVersionAction } from './versions.ts'
import type { Ctx } from '../ctx.ts'
import type { AnyServing, JobKind, LinesCheck, Sample, ServerModuleSpec } from '../define-server.ts'
import { subscribersOf, type Subscriber } from '../events/subscribers.ts'

/** A module as the server loads it: the exports of its entities.ts, and its server half if it has one. */
export interface ServerModule {
  readonly id: string
  readonly exports: Record<string, unknown>
  readonly server?: ServerModuleSpec
  /** Its part of the sample company, from sample/sample.ts. */
  readonly sample?: () => Promise<{ sample: Sample }>
}

/** A field of another entity that refers to this one, and what happens to it when the record is deleted. */
export interface Reference {
  readonly entity: Entity
  readonly field: string
  readonly onDelete: OnDelete
  /** The name of the lines that contain the ref, if it is not a field of the record itself. */
  readonly lines?: string
}

/** All entities of all modules, with their rules. */
export interface Catalog extends Known {
  readonly entities: readonly Entity[]
  readonly areas: readonly Area[]
  readonly samples: readonly { id: string; load: NonNullable<ServerModule['sample']> }[]
  readonly serverModules: readonly ServerModuleSpec[]
  serving(entity: Entity): AnyServing
  /** What its actions and queries read of a request, by their names. */
  asks(entity: Entity): Readonly<Record<string, Fields>>
  /** The check for a table of shared lines. */
  linesCheck(table: string): LinesCheck | undefined
  references(entity: Entity): readonly Reference[]
  readonly subscribers: readonly Subscriber[]
  /** The modules' daily tasks. */
  readonly daily: readonly { module: string; run: (ctx: Ctx) => Promise<void> }[]
  /** @throws for a kind that no module declares */
  jobKind(name: string): JobKind
  /** Whether the payload of such a job is forgotten once it was done. */
  isSecretJob(name: string): boolean
  /** The kinds of jobs that note what they are to tell of changes. */
  readonly following: readonly NonNullable<JobKind['follow']>[]
  /** The kinds of jobs that come among previews. */
  readonly patientJobs: readonly string[]
  /** Counts that other entities contribute to this entity's records. */
  counts(entity: Entity): readonly Contribution[]
  /** Sums that other entities keep on this entity's records: the name of each, and the field that tells it. */
  sums(entity: Entity): readonly { readonly name: string; readonly field: string }[]
  /** Entities whose records, or who sees them, may depend on records of this one. */
  dependents(entity: Entity): readonly Entity[]
  /** The entity that a ref field refers to. */
  referred(entity: Entity, field: string): Entity
  /** The entities that records of this polymorphic entity may be attached to. */
  attachableEntities(entity: Entity): readonly Entity[]
}

function refsIn(entity: Entity, fields: Fields, lines?: string): { target: string; reference: Reference }[] {
  return Object.entries(fields).flatMap(([field, { facts }]) => {
    if (facts.lines) return refsIn(entity, facts.lines, field)
    if (!facts.ref) return []
    const { entity: target, onDelete } = facts.ref
    return [{ target, reference: { entity, field, onDelete, ...(lines && { lines }) } }]
  })
}

function checkServing(entity: Entity, serving: AnyServing) {
  const missing = (what: string, name: string) =>
    new Error(`Entity "${entity.name}" declares the ${what} "${name}" and no server.ts serves it.`)
  const stepped = (action: string) => entity.workflow !== undefined && Object.hasOwn(entity.workflow.steps, action)
  for (const action of entity.actions)
    if (!serving.actions?.[action] && !stepped(action) && !entity.effects[action] && !isVersionAction(entity, action))
      throw missing('action', action)
  for (const action of entity.collectionActions)
    if (!serving.collectionActions?.[action]) throw missing('collection action', action)
  const proposed = sequenceOf(entity) ? 'next_number' : undefined
  for (const query of entity.queries) if (!serving.queries?.[query] && query !== proposed) throw missing('query', query)
  for (const [name, { facts, kind, fallback }] of Object.entries(entity.computed as Fields))
    if (!facts.related && kind !== 'embed' && fallback === undefined && !serving.computed?.[name])
      throw new Error(
        `Entity "${entity.name}" has the computed field "${name}" without a default, and nobody fills it.`,
      )
  for (const [name, { facts }] of Object.entries({ ...entity.fields, ...entity.computed } as Fields)) {
    // Of a record's own texts, those who may not read them all search none.
    const hidden = facts.writeOnly ?? (facts.related && facts.readableBy)
    if (facts.searchable && hidden)
      throw new Error(
        `Field "${name}" of "${entity.name}" cannot be searchable and readable by some alone: finding would tell the others.`,
      )
  }
}

/**
 * A joined field is shown by this entity's rules, so if its source is restricted to some users, it must be restricted
 * here too.
 */
function checkJoins(entity: Entity, byName: ReadonlyMap<string, Entity>) {
  for (const [name, { facts }] of Object.entries(entity.computed as Fields)) {
    if (!facts.related) continue
    const { ref, field } = facts.related
    const target = byName.get((entity.fields as Fields)[ref]?.facts.ref?.entity ?? '')
    const there = (target?.fields as Fields | undefined)?.[field]?.facts
    if (there?.writeOnly || (there?.readableBy && !facts.readableBy))
      throw new Error(
        `Field "${name}" of "${entity.name}" tells everyone the "${field}" of "${target?.name}", which is for some alone: say readableBy.`,
      )
  }
}

/** Several modules may say these of one entity, since each adds to them; of two that say another, one would be lost. */
const shared = new Set(['afterSave', 'afterDelete', 'computed', 'actions'])

/** What several modules do after a save or a deletion, one after the other. */
function inTurn<A extends unknown[]>(
  first: ((...args: A) => unknown) | undefined,
  second: ((...args: A) => unknown) | undefined,
): ((...args: A) => unknown) | undefined {
  if (!first || !second) return first ?? second
  return async (...args) => {
    await first(...args)
    await second(...args)
  }
}

/**
 * Combines the modules' descriptions and servings into one catalog.
 * @throws naming the culprit, when two modules clash or something declared is not implemented.
 */
export function createCatalog(dialect: Dialect, modules: readonly ServerModule[]): Catalog {
  const owned = modules.flatMap(({ id, exports }) =>
    [...new Set(Object.values(exports))].filter(isEntity).map((item) => ({ owner: id, item })),
  )
  const areas = checkEntities(owned)
  const entities = owned.map(({ item }) => item)
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const servings = new Map<Entity, AnyServing>(entities.map((entity) => [entity, {}]))
  const served = modules.flatMap(({ id, server }) => (server?.serve ?? []).map((item) => ({ id, ...item })))
  for (const { id, entity, serving } of served) {
    const held = servings.get(entity)
    if (!held) throw new Error(`Module ${id} serves "${entity.name}", which no entities.ts exports.`)
    const twice = Object.keys(serving).find((hook) => !shared.has(hook) && hook in held)
    if (twice) throw new Error(`Module ${id} says "${twice}" of "${entity.name}", which was said already.`)
    const afterSave = inTurn(held.afterSave, serving.afterSave)
    const afterDelete = inTurn(held.afterDelete, serving.afterDelete)
    const computed = { ...held.computed, ...serving.computed }
    const actions = { ...held.actions, ...serving.actions }
    const after = { ...(afterSave && { afterSave }), ...(afterDelete && { afterDelete }) }
    servings.set(entity, { ...held, ...serving, computed, actions, ...after } as AnyServing)
  }
  const kinds = modules.flatMap(({ id, server }) =>
    Object.entries(server?.jobs ?? {}).map((item) => ({ owner: id, item })),
  )
  refuseDuplicates('Kind of job', kinds, ([name]) => name)
  const jobKinds = new Map(kinds.map(({ item }) => item))
  const linesChecks = new Map(modules.flatMap(({ server }) => Object.entries(server?.lines ?? {})))
  for (const entity of entities) {
    checkServing(entity, servings.get(entity) ?? {})
    checkJoins(entity, byName)
  }
  const references = new Map<string, Reference[]>()
  for (const { target, reference } of entities.flatMap((entity) => refsIn(entity, entity.fields)))
    references.set(target, [...(references.get(target) ?? []), reference])

  const referred = (entity: Entity, field: string): Entity => {
    const target = byName.get((entity.fields as Fields)[field]?.facts.ref?.entity ?? '')
    if (!target) throw new Error(`"${field}" of "${entity.name}" names no entity.`)
    return target
  }
  const below = ({ name, attachable }: Entity): Entity[] => [
    ...(references.get(name) ?? []).map(({ entity }) => entity),
    ...attachable.flatMap((attached) => byName.get(attached) ?? []),
  ]
  const closures = new Map<Entity, readonly Entity[]>()
  function dependents(entity: Entity): readonly Entity[] {
    const known = closures.get(entity)
    if (known) return known
    const found = new Set<Entity>()
    const follow = (one: Entity): void => {
      for (const next of below(one)) if (!found.has(next) && found.add(next)) follow(next)
    }
    follow(entity)
    closures.set(entity, [...found])
    return [...found]
  }
  const counts = Map.groupBy(
    entities.flatMap((entity) =>
      Object.entries<Count>(entity.counts).map(([name, count]) => ({ name: placeOf(name)[1], entity, count })),
    ),
    ({ entity, count }) => referred(entity, count.of),
  )

  const sums = Map.groupBy(
    entities.flatMap((entity) =>
      Object.keys(entity.sums).map((name) => {
        const [parent, field] = placeOf(name)
        return { name, parent, field }
      }),
    ),
    ({ parent }) => parent,
  )

  return {
    dialect,
    entities,
    areas,
    samples: modules.flatMap(({ id, sample }) => (sample ? [{ id, load: sample }] : [])),
    serverModules: modules.flatMap(({ server }) => server ?? []),
    subscribers: subscribersOf(modules.map(({ id, server }) => ({ id, subscribe: server?.subscribe ?? [] }))),
    daily: modules.flatMap(({ id, server }) => (server?.daily ? [{ module: id, run: server.daily }] : [])),
    jobKind(name) {
      const found = jobKinds.get(name)
      if (!found) throw new UnknownJob(name)
      return found
    },
    isSecretJob: (name) => name === SECRET_MAIL || jobKinds.get(name)?.secret === true,
    following: [...jobKinds.values()].flatMap(({ follow }) => follow ?? []),
    patientJobs: [...jobKinds].flatMap(([name, { patient }]) => (patient ? [name] : [])),
    entity(name) {
      const found = byName.get(name)
      if (!found) throw new Error(`No module describes an entity named "${name}".`)
      return found
    },
    serving: (entity) => servings.get(entity) ?? {},
    asks: (entity) => Object.assign({}, ...served.map((one) => (one.entity === entity ? one.asks : {}))),
    linesCheck: (table) => linesChecks.get(table),
    references: (entity) => references.get(entity.name) ?? [],
    counts: (entity) => counts.get(entity) ?? [],
    sums: (entity) => sums.get(entity.name) ?? [],
    dependents,
    referred,
    attachableEntities: ({ name }) => entities.filter(({ attachable }) => attachable.includes(name)),
  }
}
