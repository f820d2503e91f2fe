import { only, signedIn, type Id } from '#core/access/access.ts'
import { defineEntity, type Base, type Entity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, number, ref, related, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { between } from '#core/query/where.ts'
import { joinWords } from '#lib/join-words.ts'
import type { Owned } from '../users/guards.ts'
import { pinFields, type Pinned } from './pin-fields.ts'

export { pinFields, type Pinned, type PinPlace } from './pin-fields.ts'

/** The number of a work item with three digits, such as `014`. */
export const numberOf = ({ number }: { readonly number: number | null }): string =>
  number === null ? 'New' : String(number).padStart(3, '0')

interface Shown extends Base {
  readonly project_id: Id
  readonly number: number | null
  readonly title: string
  readonly project_number: string
  readonly project_name: string
}

/**
 * The description that all work items of a project share (rule work-item): addresses, messages and files, the copy on the
 * device, and the title. Spread it into `defineEntity`, `itemFields` into its fields, `itemFacts` into its
 * computed ones and `itemFilters` into its filters.
 * @param table the last segment of its addresses: "punch_items"
 */
export const workItem = <const T extends string>(
  table: T,
  { noun, plural, icon, numbered = numberOf, href }: ItemWords,
) => ({
  endpoint: `api/projects/{project_id}/${table}` as const,
  root: `api/${table}`,
  attachable: ['message', 'attachment'],
  whileActive: 'project_id' as const,
  offline: 'project',
  indexed: [['due_date' as const]],
  display: {
    noun,
    ...(plural !== undefined && { plural }),
    icon,
    findable: true,
    title: (item: Shown) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${numbered(item)}: ${item.title}`,
    subtitle: ({ project_number, project_name }: Shown) => joinWords(project_number, project_name),
    href: href ?? (({ id, project_id }: Shown) => `/projects/${project_id}/${table}/${id}`),
  },
})

/** A work item's name within a sentence: "punch item 014". */
export const nameOf = ({ display }: Entity, item: Shown): string =>
  `${display.noun}${display.title({ ...item, title: '' }).slice(display.noun.length, -': '.length)}`

interface ItemWords {
  readonly noun: string
  readonly plural?: string
  readonly icon: string
  /** Formats its number; by default with three digits. */
  readonly numbered?: (item: { readonly number: number | null }) => string
  /** Its address; by default below its project's tab. */
  readonly href?: (item: Shown) => string
}

/** The fields of every work item. */
export const itemFields = (noun: string) => ({
  project_id: ref('project', { onDelete: 'cascade' }),
  number: number({ within: 'project_id', taken: `That ${noun} number is already in use.` }),
  title: text().searchable(),
  assigned_id: ref('user', { onDelete: 'keep' }).optional().label('Assigned to'),
  due_date: date().optional(),
  ...pinFields(),
  user_id: ref('user', { onDelete: 'keep' }).readonly(),
})

/** The filters of every work item: `due_by` finds what is due on a day at the latest. */
export const itemFilters = () => ({ due_by: filter(date(), (day) => ({ due_date: between(null, day) })) })

/** The names that are joined to every work item, because its reader may not have its project and people. */
export const itemFacts = () => ({
  user_name: related('user_id', 'name'),
  assigned_name: related<string | null>('assigned_id', 'name').searchable(),
  project_name: related('project_id', 'name').searchable(),
  project_number: related('project_id', 'number').searchable(),
  /** Set when the project is archived, which makes the item read-only. */
  project_archived_at: related<string | null>('project_id', 'archived_at'),
})

/** A record with the fields of every work item. */
export interface Item extends Shown, Owned, Pinned {
  readonly due_date: string | null
  readonly user_name: string
  readonly assigned_name: string | null
  readonly project_archived_at: string | null
}

/** Who hears of a work item: a person, whom nobody else sees here, and how that came about (rule follow). */
export const follows = defineEntity('follow', {
  endpoint: 'api/projects/{project_id}/follows',
  root: 'api/follows',
  area: 'users',
  access: only(signedIn),
  sort: 'created_at',
  // A change that waits on a device finds what the server has noted meanwhile.
  natural: ['followable_type', 'followable_id'],
  indexed: [
    ['followable_type', 'followable_id'],
    ['user_id', 'project_id'],
  ],
  offline: 'project',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    project_id: ref('project', { onDelete: 'cascade' }),
    /** The table of the item, and its id there. */
    followable_type: text(),
    followable_id: number({ decimals: 0 }).unique('You follow this already.', ['user_id', 'followable_type']),
    reason: choice('created', 'assigned', 'distributed', 'mentioned', 'replied', 'bell').default('bell').readonly(),
    /** Whether only what is with the person is told. */
    muted: flag().default(false),
  },
  display: { noun: 'follow', icon: 'bell', title: ({ muted }) => (muted ? 'Muted' : 'Following') },
})
export type Follow = RecordOf<typeof follows>
