import type { Id } from '../access/access.ts'
import type { DraftOf, Entity, RecordOf } from '../entity/entity.ts'
import { isTemporary } from '../entity/temporary-id.ts'
import type { Failure } from '../resource/result.ts'

/** `undo` takes back a change that was sent: its drafts are the records of that, and its body names it. */
export type Verb = 'save' | 'delete' | 'act' | 'upload' | 'undo'
type Values = Readonly<Record<string, unknown>>

/** A change to records of one entity, as a screen asks for it. */
export interface Change<E extends Entity = Entity> {
  readonly entity: E
  /** The ids of the parents that the endpoint names. */
  readonly params: Readonly<Record<string, Id | string>>
  readonly verb: Verb
  /** The records to save; for other verbs a single one, with the id of the record or the fields of an upload. */
  readonly drafts: readonly DraftOf<E>[]
  /** Goes through `store_many`, or `act_many` for an action: all of them, or none. */
  readonly many?: boolean
  /** For each draft, the values its fields had when they were changed; by default those of the stored record. */
  readonly basis?: readonly (Values | undefined)[]
  readonly action?: string
  /** The fields of an action, or of an undo. */
  readonly body?: object
  /** Whether an action is sent to the entity's root, without parents. */
  readonly across?: boolean
  /** The files of an upload, by the names that the server expects. */
  readonly files?: Readonly<Record<string, File | undefined>>
}

/** A change as it is kept on the device until the server has answered. */
export interface Mutation<E extends Entity = Entity> extends Omit<Change<E>, 'entity'> {
  /** Its place in the queue, from the database's counter, since the device's clock may be wrong. */
  readonly at: number
  /** The user who made it; it is shown to and sent for this user only. */
  readonly user: Id
  readonly entity: string
  /** Temporary ids (negative) of the records it creates, in the order of its drafts. */
  readonly made: readonly Id[]
  /** For each draft, what the rules of its entity set beside it, shown until the server has answered. */
  readonly derived?: readonly (Values | undefined)[]
  /** The Idempotency-Key: however often it is sent, it is done once. */
  readonly key: string
  /** Codes of the warnings that its person has confirmed. */
  readonly confirmed?: readonly string[]
  /** True once it has been sent: the server may know its key, so what is sent under it must no longer change. */
  readonly attempted?: boolean
  /** Where the server keeps the part of the file it has received. */
  readonly upload_url?: string
  /** When it was made, by the device's clock; for display. */
  readonly kept_at: string
  /** Why the server refused it; it is only sent again when the user asks for it. */
  readonly refused: Failure<RecordOf<E>[]> | null
}

/** A kept change with what is happening to it. */
export interface Waiting<E extends Entity = Entity> extends Mutation<E> {
  readonly state: 'waiting' | 'sending' | 'refused'
  /** The place of the refused change without which this one cannot be sent, such as the creation of its parent. */
  readonly waitsFor: number | undefined
}

/** What version 0.1 kept: saves, those with new records for `store_many`. */
type Old = Omit<Mutation, 'verb' | 'made'> & Partial<Pick<Mutation, 'verb' | 'made'>>

/** A change as read from the device, whichever version stored it. */
export function upgraded(kept: Old): Mutation {
  if (kept.verb && kept.made) return { ...kept, verb: kept.verb, made: kept.made }
  const isEdit = kept.drafts.length === 1 && kept.drafts[0]?.id !== undefined
  return { ...kept, verb: 'save', many: !isEdit, made: [] }
}

/** Calls back for every value in JSON that may be a temporary id. */
function visitIds(value: unknown, visit: (id: Id) => void): void {
  if (isTemporaryLike(value)) visit(value)
  else if (Array.isArray(value)) for (const item of value) visitIds(item, visit)
  else if (value && typeof value === 'object' && !(value instanceof Blob))
    for (const item of Object.values(value)) visitIds(item, visit)
}

/** Parents' ids may come from an address, as text. */
const isTemporaryLike = (value: unknown): value is Id => isTemporary(Number(value)) && /^-\d{6,}$/.test(String(value))

const changing = ({ params, drafts, body }: Pick<Mutation, 'params' | 'drafts' | 'body'>) => [params, drafts, body]

/**
 * What may be temporary ids in a change, apart from those it makes. A long negative number may be a value of its own as
 * well: only one that a change has made is an id.
 */
export function temporaryIn(mutation: Pick<Mutation, 'params' | 'drafts' | 'body'>): ReadonlySet<Id> {
  const found = new Set<Id>()
  visitIds(changing(mutation), (id) => found.add(Number(id)))
  return found
}

/** A change with the real ids of records that have been created meanwhile. */
export function resolved<M extends Pick<Mutation, 'params' | 'drafts' | 'body'>>(
  mutation: M,
  ids: ReadonlyMap<Id, Id>,
): M {
  if (!ids.size || ![...temporaryIn(mutation)].some((id) => ids.has(id))) return mutation
  const replace = (value: unknown): unknown => {
    if (isTemporaryLike(value)) return ids.get(Number(value)) ?? value
    if (Array.isArray(value)) return value.map(replace)
    if (!value || typeof value !== 'object' || value instanceof Blob) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner)]))
  }
  const [params, drafts, body] = changing(mutation).map(replace)
  // Safe because only numbers are replaced by numbers.
  return { ...mutation, params, drafts, ...(body !== undefined && { body }) } as M
}

/** The records that a change needs, by entity and id: those it changes, and those it refers to by a temporary id. */
export function neededBy(mutation: Mutation): string[] {
  const { entity, drafts } = mutation
  const own = drafts.flatMap(({ id }) => (id === undefined ? [] : [`${entity} ${id}`]))
  return [...own, ...[...temporaryIn(mutation)].map(String)]
}

/**
 * The records that a change needs or creates, by entity and id, created ones by their temporary id. A change cannot be sent
 * before an earlier one that touches a record it needs.
 */
export const touchedBy = (mutation: Mutation): string[] => [...neededBy(mutation), ...mutation.made.map(String)]

/**
 * How many things a person did. What goes with something new that waits too is part of it: its photos, its sending, and what
 * was changed of it since.
 */
export function deedsIn(items: readonly Mutation[]): number {
  const made = new Set(items.flatMap((item) => item.made))
  const isPart = ({ verb, params, drafts }: Mutation) =>
    drafts.some(({ id }) => id !== undefined && made.has(id)) ||
    (verb === 'upload' && Object.values(params).some((value) => made.has(Number(value))))
  return items.reduce((sum, item) => sum + (isPart(item) ? 0 : item.drafts.length), 0)
}

/** Whether an upload adds a file to the record that a later action is taken on, which may need that file. */
export const isFileFor = (upload: Mutation, action: Mutation, table: string): boolean =>
  upload.verb === 'upload' &&
  action.verb === 'act' &&
  upload.at < action.at &&
  Object.values(upload.params).includes(table) &&
  Object.values(upload.params).some((value) => Number(value) === action.drafts[0]?.id)

/** Whether this version of the app has an address for a change: another version may have kept it. */
export const hasPath = (
  { endpoint, root }: Entity,
  { verb, params, across }: Pick<Mutation, 'verb' | 'params' | 'across'>,
): boolean =>
  verb === 'undo'
    ? true
    : across
      ? root !== undefined
      : [...endpoint.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => params[name] !== undefined)

/** 128 random bits. `crypto.randomUUID` is not available on pages without TLS, as on a company's internal network. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
