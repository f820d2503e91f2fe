import { reaches } from '../../lib/abilities.ts'
import { MOST_FILE_BYTES } from '../../lib/file-size.ts'
import { can, type Area, type CurrentUser, type Guard, type Id } from '../access/access.ts'
import type { Drafts, Fields, Values } from './field.ts'
import { allFields, type VariantDrafts, type VariantValues, type Variants } from './variants.ts'
import type { Filter } from '../query/filters.ts'
import { hasVersions, versionActions, type Version, type VersionAction } from './files.ts'
import type { Activity, AnyEffect, Count, Display, DisplaySpec } from './patterns.ts'
import type { Base, EntitySpec, Own, Specified } from './entity-spec.ts'
import type { AnyRules } from './rules.ts'
import type { Sum, TotalsOn } from './totals.ts'
import { stampFields, type AnyWorkflow, type StampNames, type Stamps } from './workflow.ts'

export type { Base } from './entity-spec.ts'

export interface Entity<
  N extends string = string,
  // The field types are erased here on purpose: this is an entity with any fields.
  // oxlint-disable-next-line typescript/no-explicit-any
  F extends Fields = any,
  // oxlint-disable-next-line typescript/no-explicit-any
  C extends Fields = any,
  P extends string = string,
  A extends string = string,
  Q extends string = string,
  K extends string = string,
> {
  readonly $entity: true
  readonly name: N
  readonly endpoint: P
  readonly root: string | undefined
  readonly readAt: readonly string[]
  readonly channel: string
  /** The database table: by default the last segment of the endpoint. */
  readonly table: string
  readonly area: Area | string
  readonly areas: readonly Area[]
  readonly access: Partial<Record<string, Guard>>
  readonly sort: string
  readonly direction: 'asc' | 'desc'
  /** All fields that any record may have; `fieldsOf` returns those of one record type. */
  readonly fields: F
  readonly variants: Variants | undefined
  readonly computed: C
  readonly specified: Specified | undefined
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly filters: Record<string, Filter<any>>
  readonly actions: readonly A[]
  readonly collectionActions: readonly K[]
  readonly queries: readonly Q[]
  readonly attachable: readonly string[]
  /** The largest file, in bytes, of an entity that is created by uploading one. */
  readonly mostBytes: number
  readonly display: Display
  readonly counts: Readonly<Record<string, Count>>
  readonly sums: Readonly<Record<string, Sum>>
  readonly active: Activity | undefined
  readonly offline: false | string | { readonly days: number } | undefined
  /** Whether it is fetched before the first screen, which is not shown without it if the specification names it. */
  readonly atStart: boolean
  readonly own: Own['own'] | undefined
  readonly whileActive: string | undefined
  readonly entersWhileActive: string | undefined
  readonly always: readonly string[]
  readonly online: boolean | readonly string[]
  readonly natural: readonly string[]
  readonly indexed: readonly (readonly string[])[]
  readonly undo: false | Readonly<Partial<Record<string, string | false>>>
  readonly effects: Readonly<Partial<Record<string, AnyEffect>>>
  readonly workflow: AnyWorkflow | undefined
  readonly rules: AnyRules
}

/**
 * Describes one kind of record, once, for both the browser and the server.
 * @throws when the name of a field clashes with a column every record has, or with a computed one.
 * @example
 * export const phases = defineEntity('phase', {
 *   endpoint: 'api/phases',
 *   area: 'users',
 *   sort: 'sort',
 *   fields: { name: text(), sort: number().default(-1), color: color() },
 * })
 */
export function defineEntity<
  N extends string,
  F extends Fields,
  const P extends string,
  C extends Fields = Record<never, never>,
  const A extends string = never,
  const Q extends string = never,
  const S extends string = never,
  const V extends Record<string, Fields> = Record<never, never>,
  const B extends string = never,
  const K extends string = never,
  const W extends string = never,
  const T extends string = never,
  const M extends string = never,
>(
  name: N,
  spec: EntitySpec<F, C, P, A, Q, S, V, B, K, W, T, M>,
): Entity<N, F & Stamps<T>, C & StampNames<T>, P, A | W, Q, K> & Varying<V, B> & Flow<S> {
  const table = spec.table ?? spec.endpoint.slice(spec.endpoint.lastIndexOf('/') + 1)
  const workflow = spec.workflow as AnyWorkflow | undefined
  // What is declared with rules of its own goes before.
  const stamps = workflow && stampFields(workflow)
  const computed = { ...stamps?.computed, ...spec.computed }
  const fields = { ...stamps?.fields, ...spec.fields, ...(spec.variants && allFields(name, spec.variants)) }
  for (const key of Object.keys(fields)) {
    if (baseColumns.includes(key)) throw new Error(`Entity ${name}: "${key}" is a column every record has.`)
    if (key in computed) throw new Error(`Entity ${name}: "${key}" is both a field and computed.`)
  }
  const [root, ...readAt] = [spec.root ?? []].flat()
  const [area = '', ...areas] = [spec.area].flat()
  const totals = Object.entries<Count | Sum>(spec.totals ?? {})
  const { whileActive, offline } = spec
  const atStart = offline === 'start'
  const own = typeof offline === 'object' && 'own' in offline ? offline.own : undefined
  const { on, entering = false, except = [] } = typeof whileActive === 'object' ? whileActive : { on: whileActive }
  const typing = new Set(Object.values(spec.fields).flatMap(({ facts }) => facts.typedBy ?? []))
  for (const parent of [spec.endpoint, ...readAt].flatMap(parentsOf)) {
    const { ref, typedBy } = spec.fields[parent]?.facts ?? {}
    if (!ref && !typedBy && !typing.has(parent))
      throw new Error(`Entity ${name}: {${parent}} in its endpoint is not a ref.`)
  }
  return Object.freeze({
    $entity: true as const,
    name,
    endpoint: spec.endpoint,
    root,
    readAt,
    channel: table,
    table,
    area,
    areas,
    access: spec.access ?? {},
    sort: spec.sort.replace('-', ''),
    direction: spec.sort.startsWith('-') ? 'desc' : 'asc',
    fields,
    variants: spec.variants,
    computed,
    specified: spec.specified,
    filters: spec.filters ?? {},
    actions: [
      ...(spec.actions ?? []),
      ...Object.keys(workflow?.steps ?? {}),
      ...(hasVersions({ fields }) ? versionActions : []),
    ],
    collectionActions: spec.collectionActions ?? [],
    queries: spec.queries ?? [],
    attachable: spec.attachable ?? [],
    mostBytes: spec.fields.size?.facts.range?.max ?? MOST_FILE_BYTES,
    display: displayOf(name, spec.display),
    counts: Object.fromEntries(totals.filter(([, total]) => !isSum(total))) as Entity['counts'],
    sums: Object.fromEntries(totals.filter(([, total]) => isSum(total))) as Entity['sums'],
    active: spec.active,
    offline: atStart || own ? undefined : offline,
    atStart,
    own,
    whileActive: entering ? undefined : on,
    entersWhileActive: entering ? on : undefined,
    always: except,
    online: spec.online ?? false,
    natural: spec.natural ?? [],
    indexed: spec.indexed ?? [],
    undo: spec.undo ?? {},
    effects: spec.effects ?? {},
    workflow,
    rules: spec.rules ?? {},
    // `$variants` carries types and no value.
  }) as Entity<N, F & Stamps<T>, C & StampNames<T>, P, A | W, Q, K> & Varying<V, B> & Flow<S>
}

const isSum = (total: Count | Sum): total is Sum => 'field' in total

/** "company" becomes "companies", "batch" "batches"; what is irregular its description says. */
const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}${/(s|x|z|ch|sh)$/.test(noun) ? 'es' : 's'}`

/** Fills in display defaults: `contact_type` becomes "contact type", and a record's title is its name. */
function displayOf<R>(name: string, spec: DisplaySpec<R> = {}): Display {
  const noun = spec.noun ?? name.replaceAll('_', ' ')
  const titled = (record: Base & { name?: unknown }) =>
    typeof record.name === 'string' ? record.name : `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${record.id}`
  return {
    noun,
    plural: spec.plural ?? pluralOf(noun),
    icon: spec.icon ?? 'file',
    title: spec.title ?? titled,
    subtitle: spec.subtitle ?? (() => ''),
    href: spec.href ?? (() => null),
    findable: spec.findable ?? false,
  }
}

/** Distinguishes descriptions from other exports of a module's entities.ts. */
export const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && '$entity' in value

export const baseColumns: readonly string[] = ['id', 'created_at', 'updated_at', 'deleted_at']

/** The fields named by the endpoint's `{…}` placeholders, outermost first. */
export const parentsOf = (endpoint: string): string[] =>
  [...endpoint.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/** The two fields that identify the parent of a polymorphic entity's record; null for any other entity. */
export function attachmentFields({ fields }: Pick<Entity, 'fields'>): { type: string; id: string } | null {
  // Kept, since it is asked for each record that a device keeps.
  const known = attaching.get(fields)
  if (known !== undefined) return known
  const found = Object.entries(fields as Fields).find(([, { facts }]) => facts.typedBy)
  const named = found?.[1].facts.typedBy ? { type: found[1].facts.typedBy, id: found[0] } : null
  attaching.set(fields, named)
  return named
}
const attaching = new WeakMap<object, { type: string; id: string } | null>()

/** The endpoint with its placeholders replaced by the parents' ids. */
export function pathOf(endpoint: string, params: Record<string, Id | string> = {}): string {
  return endpoint.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint} needs ${name}.`)
    return encodeURIComponent(value)
  })
}

/**
 * The path that reads and acts across all parents.
 * @throws for an entity without a root.
 */
export function rootPathOf({ name, root }: Entity): string {
  if (root === undefined) throw new Error(`"${name}" has no root to be read at across its parents.`)
  return `/${root}`
}

/** Whether a change needs a connection at once, because it must not be kept on the device and sent later. */
export const isOnline = (
  { online, collectionActions }: Pick<Entity, 'online' | 'collectionActions'>,
  verb: string,
): boolean => collectionActions.includes(verb) || (typeof online === 'boolean' ? online : online.includes(verb))

/** Whether a user may read a field of an entity's records. */
export const mayRead = ({ fields, computed }: Entity, name: string, user: CurrentUser | null): boolean =>
  ({ ...fields, ...computed } as Fields)[name]?.facts.readableBy?.(user) ?? true

export const areaOf = ({ area }: Pick<Entity, 'area'>): string => (typeof area === 'string' ? area : area.area)

/**
 * The guard of a verb or action; the server restricts rows and records further, an access token to its areas, and a share link
 * to looking at what it reaches and to its answers.
 */
export function guardOf(entity: Entity, verb: string): Guard {
  const isAction = [...entity.actions, ...entity.collectionActions].includes(verb)
  const own = entity.access[verb] ?? can(isAction ? 'edit' : verb, areaOf(entity))
  const use = verb === 'view' || entity.queries.includes(verb) ? 'read' : 'write'
  return (user) => {
    if (user?.grant) {
      const { answers, maker, reaches: shown } = user.grant
      return (verb === 'view' ? shown.has(entity.name) : answers.has(`${entity.name} ${verb}`)) && own(maker)
    }
    return (!user?.token || reaches(user.token.abilities, areaOf(entity), use)) && own(user)
  }
}

// oxlint-disable typescript/no-explicit-any
export type RecordOf<E extends Entity> =
  E extends Entity<infer N, infer F, infer C>
    ? Base & Values<F> & Readonly<Values<C>> & OwnValues<E> & TotalsOn<N>
    : never
export type DraftOf<E extends Entity> =
  E extends Entity<any, infer F, any, any, any, any>
    ? Drafts<F> & { id?: Id; updated_at?: string } & OwnDrafts<E>
    : never
export type ActionOf<E extends Entity> =
  E extends Entity<any, infer F, any, any, infer A, any>
    ? A | (F extends { versions: { readonly $type: Version[] } } ? VersionAction : never)
    : never
export type CollectionActionOf<E extends Entity> = E extends Entity<any, any, any, any, any, any, infer K> ? K : never
export type QueryOf<E extends Entity> = E extends Entity<any, any, any, any, any, infer Q> ? Q : never
export type ComputedOf<E extends Entity> = E extends Entity<any, any, infer C, any, any, any> ? Values<C> : never
export type ParamsOf<E extends Entity> = E extends Entity<any, any, any, infer P, any, any> ? ParamsIn<P> : never
// oxlint-enable typescript/no-explicit-any
/** Types only: the fields that each record type has in addition. */
export interface Varying<V extends Record<string, Fields>, B extends string> {
  readonly $variants?: [V, B]
}
/** Types only: whether it has a workflow. */
type Flow<S extends string> = [S] extends [never] ? unknown : { readonly workflow: AnyWorkflow }
type OwnValues<E> =
  E extends Varying<infer V, infer B> ? ([keyof V] extends [never] ? unknown : VariantValues<V, B>) : unknown
type OwnDrafts<E> =
  E extends Varying<infer V, infer B> ? ([keyof V] extends [never] ? unknown : VariantDrafts<V, B>) : unknown
type ParamsIn<P extends string> = P extends `${string}{${infer K}}${infer R}`
  ? { [X in K]: Id | string } & ParamsIn<R>
  : // oxlint-disable-next-line typescript/no-empty-object-type
    {}
