import type { CurrentUser, Id } from '../access/access.ts'
import { isOnline, type DraftOf, type Entity } from '../entity/entity.ts'
import { temporaryId } from '../entity/temporary-id.ts'
import type { Fields } from '../entity/field.ts'
import { bodyOf } from '../resource/body.ts'
import { confirmedIn } from '../resource/warnings.ts'
import { same } from '../store/merge.ts'
import type { Store } from '../store/store.ts'
import { withKeys } from './lines.ts'
import { resolved, type Change, type Mutation } from './mutation.ts'

type Values = Readonly<Record<string, unknown>>
/** A change that is not in the queue yet. */
export type Unsent = Omit<Mutation, 'at'>

/** Larger files are not kept on the device, in bytes: 25 MB. */
const MOST_KEPT_BYTES = 25 * 2 ** 20

interface PrepareOptions {
  readonly user: CurrentUser
  readonly confirmed: readonly string[]
  readonly ids: ReadonlyMap<Id, Id>
  /** The refused change that this one replaces. */
  readonly instead?: Mutation | undefined
}

/** Makes a change ready to be kept or sent: with the versions it is based on, its user, and ids for what it creates. */
export function prepare(
  store: Store,
  { entity, ...change }: Change,
  { user, confirmed, ids, instead }: PrepareOptions,
): Omit<Unsent, 'key'> {
  const known = ({ id }: DraftOf<Entity>): Values | undefined =>
    id === undefined ? undefined : store.of(entity).peek(id)
  const isSave = change.verb === 'save'
  const stamped = change.drafts.map((draft) => {
    const updated_at: unknown = draft.updated_at ?? known(draft)?.updated_at
    if (!isSave) return draft
    const keyed = withKeys(entity, draft)
    return typeof updated_at === 'string' ? { ...keyed, updated_at } : keyed
  })
  const basis = stamped.map((draft, at) => change.basis?.[at] ?? basisOf(draft, known(draft)))
  const created = isSave || change.verb === 'upload' ? stamped.filter(({ id }) => id === undefined) : []
  // What belongs to the records that the refused change was to create belongs to those of this one.
  const kept_at = new Date().toISOString()
  const by = { user, now: kept_at, warn: () => undefined }
  const derived = isSave ? stamped.map((draft) => entity.rules.derive?.(draft, known(draft) ?? null, by)) : []
  const isSameMany = instead?.made.length === created.length
  return {
    ...resolved({ ...change, drafts: stamped, params: { ...change.params } }, ids),
    ...(isSave && basis.some(Boolean) && { basis }),
    ...(derived.some(Boolean) && { derived }),
    made: isSameMany ? instead.made : created.map(temporaryId),
    user: user.id,
    entity: entity.name,
    kept_at,
    refused: null,
    ...confirmedIn(confirmed),
  }
}

/** The stored values of the fields that a draft changes. What was edited in another version cannot be compared with it. */
function basisOf(draft: Values, known: Values | undefined): Values | undefined {
  if (!known || known.updated_at !== draft.updated_at) return undefined
  const names = Object.keys(draft).filter((name) => !same(draft[name] ?? null, known[name] ?? null))
  return Object.fromEntries(names.map((name) => [name, known[name]]))
}

/** Changes of records with all their fields, as the server expects them; made when they are sent first. */
export function completed<M extends Unsent>(store: Store, entity: Entity, item: M): M {
  if (item.verb !== 'save') return item
  const { base } = store.of(entity)
  const drafts = item.drafts.map((draft) =>
    draft.id === undefined ? draft : (bodyOf(entity, draft, base(draft.id)) as DraftOf<Entity>),
  )
  return { ...item, drafts }
}

/** Whether a change may be kept on the device: not what needs a connection, secrets, and very large files. */
export function isKeepable({ entity, verb, action, drafts, files = {} }: Change): boolean {
  if (isOnline(entity, action ?? verb)) return false
  const fields: Fields = entity.fields
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
  const hasSecret = drafts.some((draft) =>
    Object.entries(draft).some(([name, value]) => fields[name]?.facts.writeOnly && isGiven(value)),
  )
  const bytes = Object.values(files).reduce((sum, file) => sum + (file?.size ?? 0), 0)
  return !hasSecret && bytes <= MOST_KEPT_BYTES
}

/** What a change says, to recognize it when it is made again after its outcome remained unknown. */
export function contentOf({ entity, verb, many, params, drafts, action, body, files }: Omit<Unsent, 'key'>): string {
  const chosen = Object.values(files ?? {}).map((file) => file && [file.name, file.size, file.lastModified])
  return JSON.stringify([entity, verb, many, params, drafts, action, body, chosen])
}
