import { nobody, only, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { time } from '#core/entity/time.ts'
import { choice, date, flag, instant, longText, number, ref, related, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { not } from '#core/query/where.ts'
import { isZone } from '#lib/days.ts'

/** What a notification is about, which is what a person chooses by. */
export const kinds = ['with_you', 'answers', 'schedule', 'weeks', 'injuries', 'documents', 'daily_logs'] as const
export type NotificationKind = (typeof kinds)[number]
/** The kinds of notifications that guests get. */
export const guestKinds: readonly NotificationKind[] = ['with_you', 'answers', 'documents']
/** The kinds that are sent: no module sends one about daily logs. */
export const toldKinds = kinds.filter((kind) => kind !== 'daily_logs')
/** What always arrives in the app, also of a job that somebody has muted. */
export const urgentKinds: readonly NotificationKind[] = ['with_you', 'injuries']
/** What is mailed and texted as well. */
export const mailedKinds: readonly NotificationKind[] = ['with_you', 'answers', 'schedule', 'weeks', 'injuries']

/** The kinds that are pushed unless a person chose otherwise: those somebody must know at once. */
export const pushedKinds: readonly NotificationKind[] = ['with_you', 'answers', 'schedule', 'injuries']

/** The kinds that need no answer, so they can be mailed together each morning. */
export const digestKinds: readonly NotificationKind[] = ['answers', 'weeks']

/** The condition on what waits to be looked at. */
export const unread = { read_at: null, done_at: null, later_at: null } as const

/** What one person was told about one record. Only that person sees it; only the server creates it. */
export const notifications = defineEntity('notification', {
  endpoint: 'api/notifications',
  area: 'users',
  access: {
    ...only(nobody),
    view: signedIn,
    read: signedIn,
    done: signedIn,
    later: signedIn,
    back: signedIn,
    read_all: signedIn,
  },
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
    /** Since when the person is done with it: it is kept among those alone. */
    done_at: instant().optional().readonly(),
    /** When a notification that was put off is sent again; null for others. Until then it does not count as unread. */
    later_at: instant().optional().readonly(),
  },
  computed: {
    actor_name: related<string | null>('actor_id', 'name'),
    project_name: related<string | null>('project_id', 'name'),
    project_number: related<string | null>('project_id', 'number'),
  },
  filters: {
    view: filter(choice('unread', 'all', 'done').default('all'), (view) =>
      view === 'unread' ? unread : { done_at: view === 'done' ? not(null) : null },
    ),
  },
  indexed: [['user_id', 'read_at', 'told_at']],
  actions: ['read', 'done', 'later', 'back'],
  // It is read again when the record is looked at with a connection.
  online: true,
  collectionActions: ['read_all'],
  undo: false,
  display: { icon: 'bell', title: ({ text }) => text, href: ({ href }) => href },
})
export type Notification = RecordOf<typeof notifications>

/** Through what one person hears of one kind (rule notification-choice). Without it the app tells, and mail and text messages do as the account says. */
export const notificationChoices = defineEntity('notification_choice', {
  endpoint: 'api/notification_choices',
  area: 'users',
  access: only(signedIn),
  sort: 'id',
  natural: ['kind'],
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    kind: choice(...kinds).unique('You have chosen for this kind already.', ['user_id']),
    app: flag().default(true),
    /** Null leaves it to `notification_methods` of the person. */
    email: flag().optional(),
    /** Whether a text message tells of it; null leaves it to `notification_methods`. */
    text: flag().optional(),
    /** Whether devices that take push messages get one; null leaves it to the kind (`pushedKinds`). */
    push: flag().optional(),
    /** What is in the address that ends the mail, and does nothing else. */
    token: text().optional().readonly().readableBy(nobody),
  },
  rules: {
    validate: ({ kind, app, email }) => ({
      ...(app === false &&
        kind &&
        urgentKinds.includes(kind) && { app: ['What is with you, and injuries, always arrive.'] }),
      ...(email === false && kind === 'injuries' && { email: ['Injuries are always mailed.'] }),
    }),
  },
  display: {
    noun: 'choice of notifications',
    plural: 'choices of notifications',
    icon: 'bell',
    title: ({ kind }) => kind,
  },
})
export type NotificationChoice = RecordOf<typeof notificationChoices>

/** One person's quiet hours and morning mail (rule notification-hours). Without a record everything is sent at once. */
export const notificationSettings = defineEntity('notification_setting', {
  endpoint: 'api/notification_settings',
  area: 'users',
  access: only(signedIn),
  sort: 'id',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).unique('You have these settings already.').readonly(),
    /** The person's own zone, an IANA name, in which the times below are. */
    time_zone: text(),
    /** Push messages and texts wait between these times of day, which may span midnight; both are null without quiet hours. */
    quiet_from: time().optional(),
    quiet_until: time().optional(),
    /** Whether mail of what needs no answer comes together, each morning. */
    digest: flag().default(false),
    /** What is in the address that ends the morning mail, and does nothing else. */
    token: text().optional().readonly().readableBy(nobody),
  },
  rules: {
    validate(draft, before) {
      const { time_zone } = draft
      const { quiet_from, quiet_until } = { quiet_from: null, quiet_until: null, ...before, ...draft }
      const isHalf = (quiet_from === null) !== (quiet_until === null)
      return {
        ...(isHalf && { [quiet_from === null ? 'quiet_from' : 'quiet_until']: ['Quiet hours need both times.'] }),
        ...(quiet_from !== null &&
          quiet_from === quiet_until && { quiet_until: ['Quiet hours must end at another time.'] }),
        ...(time_zone !== undefined && !isZone(time_zone) && { time_zone: ['Time zone is not valid.'] }),
      }
    },
  },
  display: {
    noun: 'time of notifications',
    plural: 'times of notifications',
    icon: 'clock',
    title: ({ time_zone }) => time_zone,
  },
})
export type NotificationSetting = RecordOf<typeof notificationSettings>

/** A browser that takes push messages for one person, who turned them on there (rule notification-choice). */
export const pushDevices = defineEntity('push_device', {
  endpoint: 'api/push_devices',
  area: 'users',
  access: { ...only(nobody), view: signedIn, delete: signedIn, subscribe: signedIn },
  sort: '-updated_at',
  indexed: [['user_id']],
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    /** The address of the browser at its push service, which identifies it. */
    endpoint: longText().unique('This device is known already.').readonly(),
    /** The key and the secret for which messages are encrypted (RFC 8291), in base64url. */
    p256dh: text().readonly().readableBy(nobody),
    auth: text().readonly().readableBy(nobody),
    /** What the person calls it by: "Chrome on Android". */
    name: text().readonly(),
  },
  collectionActions: ['subscribe'],
  online: true,
  undo: false,
  display: {
    noun: 'device for push messages',
    plural: 'devices for push messages',
    icon: 'smartphone',
    title: ({ name }) => name,
  },
})
export type PushDevice = RecordOf<typeof pushDevices>

/** A job of which one person hears only what always arrives (rule notification-choice). */
export const mutedProjects = defineEntity('muted_project', {
  endpoint: 'api/muted_projects',
  area: 'users',
  access: only(signedIn),
  sort: 'id',
  natural: ['project_id'],
  indexed: [['project_id', 'user_id']],
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    project_id: ref('project', { onDelete: 'cascade' }).unique('You have muted this job already.', ['user_id']),
    /** The first day on which the job sends notifications again, in the company's time zone; null mutes it for good. */
    until: date().optional(),
  },
  computed: {
    project_name: related('project_id', 'name'),
    project_number: related('project_id', 'number'),
  },
  display: {
    noun: 'muted job',
    icon: 'bell-off',
    title: ({ until }) => (until === null ? 'Muted' : `Muted until ${until}`),
  },
})
export type MutedProject = RecordOf<typeof mutedProjects>
