import { nobody, only, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, instant, longText, number, ref, related, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'

/** What a notification is about, which is what a person will choose by. */
export const kinds = ['with_you', 'answers', 'schedule', 'weeks', 'injuries', 'documents', 'daily_logs'] as const
export type NotificationKind = (typeof kinds)[number]

/** What one person was told about one record. Only that person sees it; only the server creates it. */
export const notifications = defineEntity('notification', {
  endpoint: 'api/notifications',
  area: 'users',
  access: { ...only(nobody), view: signedIn, read: signedIn, read_all: signedIn },
  sort: '-told_at',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    /** The table of the record it is about, and that record's id. */
    subject_type: text().readonly(),
    subject_id: number({ decimals: 0 }).readonly(),
    project_id: ref('project', { onDelete: 'cascade' }).optional().readonly(),
    kind: choice(...kinds).readonly(),
    /** Who did it; null for the server itself. */
    actor_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    /** What happened: "Alex Winters answered RFI 013". */
    text: longText().readonly(),
    /** Words that belong to it, such as the answer or the reason. */
    note: longText().optional().readonly(),
    /** The page of the record. */
    href: text().optional().readonly(),
    /** When the latest of the events happened that this row tells of. */
    told_at: instant().readonly(),
    read_at: instant().optional().readonly(),
  },
  computed: {
    actor_name: related<string | null>('actor_id', 'name'),
    project_name: related<string | null>('project_id', 'name'),
    project_number: related<string | null>('project_id', 'number'),
  },
  filters: {
    view: filter(choice('unread', 'all').default('all'), (view) => (view === 'unread' ? { read_at: null } : {})),
  },
  indexed: [['user_id', 'read_at', 'told_at']],
  actions: ['read'],
  // It is read again when the record is looked at with a connection.
  online: true,
  collectionActions: ['read_all'],
  undo: false,
  display: { icon: 'bell', title: ({ text }) => text, href: ({ href }) => href },
})
export type Notification = RecordOf<typeof notifications>
