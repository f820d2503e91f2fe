import type { Id } from '#core/access/access.ts'
import { capital } from '#core/entity/wording.ts'
import { attachmentFields, type DraftOf, type Entity, type RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import type { Registry } from '#core/module/registry.ts'
import type { Store } from '#core/store/store.ts'
import { changedIn } from '#core/writes/conflicts.ts'
import type { Mutation } from '#core/writes/mutation.ts'
import { pendingOf } from '#core/writes/pending.ts'

type Values = Readonly<Record<string, unknown>>

/** A record of a kept change, in words. */
export interface Described {
  readonly title: string
  /** The fields to show below it, by name: those that an existing record changes, or the texts of a new one. */
  readonly values: Values
}

export interface Description {
  /** What happens: "Add RFI", "Change cost code", "Send". */
  readonly what: string
  /** The title of what the records belong to, such as the project. */
  readonly where: string
  readonly records: readonly Described[]
  readonly fields: Fields
}

const plain: Readonly<Record<string, string>> = { save: 'Change', delete: 'Delete', upload: 'Add', act: 'Change' }

/** A kept change in words, from the descriptions of its entity and of what it belongs to. */
export function describe(item: Mutation, registry: Registry, store: Store): Description {
  const entity = registry.entity(item.entity)
  if (!entity) return unknown(item)
  const { verb, action = '', drafts } = item
  const { noun, plural } = entity.display
  const isNew = drafts[0]?.id === undefined
  const kind = drafts.length === 1 ? noun : `${drafts.length} ${plural}`
  const step = entity.workflow?.steps[action]?.label ?? capital(action.replaceAll('_', ' '))
  const what = verb === 'act' ? step : `${isNew ? 'Add' : (plain[verb] ?? 'Change')} ${kind}`
  return {
    what,
    where: placeOf(item, entity, registry, store),
    records: recordsOf(item, entity, store),
    fields: entity.fields,
  }
}

/** A change to records of which only another version of the app knows more than what was typed. */
const unknown = ({ entity, drafts }: Mutation): Description => ({
  what: capital(entity.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase()),
  where: '',
  records: drafts.map((draft) => ({
    title: '',
    values: Object.fromEntries(
      Object.entries(draft).filter(([name, value]) => name !== 'updated_at' && typeof value === 'string' && value),
    ),
  })),
  fields: {},
})

function recordsOf(item: Mutation, entity: Entity, store: Store): Described[] {
  const layers = new Map(
    pendingOf(item, store).map((pending) => [`${pending.entity.name} ${pending.id}`, pending.layer]),
  )
  const { base } = store.of(entity)
  let made = 0
  return item.drafts.map((draft, at) => {
    const id: Id = draft.id ?? item.made[made++] ?? 0
    const record = layers.get(`${entity.name} ${id}`)?.(base(id)) ?? base(id)
    return {
      title: record ? titleOf(entity, record) : capital(entity.display.noun),
      values: valuesOf(entity, draft, item, at),
    }
  })
}

/** The title of a record of which some fields may not be known. */
function titleOf(entity: Entity, record: RecordOf<Entity>): string {
  try {
    return String(entity.display.title(record))
  } catch {
    // A title may be made of fields that only the server fills in.
    return capital(entity.display.noun)
  }
}

function valuesOf(entity: Entity, draft: DraftOf<Entity>, { verb, basis, body }: Mutation, at: number): Values {
  if (verb === 'act') return (body as Values | undefined) ?? {}
  if (verb !== 'save') return {}
  const fields: Fields = entity.fields
  const changed = changedIn(draft, basis?.[at])
  const isShown = (name: string) => draft.id !== undefined || fields[name]?.kind === 'long_text'
  return Object.fromEntries(
    Object.entries(changed).filter(([name, value]) => isShown(name) && value !== null && value !== ''),
  )
}

/** The titles of the records that the endpoint, or the first draft, names as parents. */
function placeOf({ params, drafts }: Mutation, entity: Entity, registry: Registry, store: Store): string {
  const attached = attachmentFields(entity)
  const fields: Fields = entity.fields
  const values: Values = { ...drafts[0], ...params }
  const names = attached
    ? [attached.id]
    : Object.keys(params).length
      ? Object.keys(params)
      : parentsIn(fields, registry)
  const titles = names.flatMap((name) => {
    const parent = attached
      ? registry.entities.find(({ table }) => table === values[attached.type])
      : registry.entity(fields[name]?.facts.ref?.entity ?? '')
    const record = parent && store.of(parent).peek(Number(values[name]))
    return parent && record ? [titleOf(parent, record)] : []
  })
  return titles.join(', ')
}

/** The fields that refer to what records are shown on: entities with counts or pages of their own. */
const parentsIn = (fields: Fields, registry: Registry): string[] =>
  Object.entries(fields).flatMap(([name, { facts }]) => {
    const target = facts.ref && registry.entity(facts.ref.entity)
    return target?.active ? [name] : []
  })

/** How many records of which kind kept changes are about: "1 message, 3 files". */
export function kindsOf(items: readonly Mutation[], registry: Registry): string {
  const counts = new Map<string, number>()
  for (const { entity, drafts } of items) counts.set(entity, (counts.get(entity) ?? 0) + drafts.length)
  return Array.from(counts, ([name, count]) => {
    const { noun = name, plural = name } = registry.entity(name)?.display ?? {}
    return `${count} ${count === 1 ? noun : plural}`
  }).join(', ')
}
