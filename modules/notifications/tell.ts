import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { between, type Ctx, type Mail } from '#server/define-server.ts'
import { users, type User } from '../users/entities.ts'
import { notifications, type NotificationKind } from './entities.ts'

/** Events on one record within this time, in milliseconds, are one notification. */
const TOGETHER = 5 * 60_000
/** Longer notes are cut to this many characters, since the record itself has all of it. */
const MOST_NOTE = 280

/** What happened: a subscriber's event, or for a daily task the moment and a key of its own. */
export interface Happening {
  /** Who did it, and is not told; null for the server itself. */
  readonly user_id: Id | null
  readonly at: string
  keyFor(person: Id): string
}

export interface Telling {
  /** Those of them who are inactive or may not see the record are left out. */
  readonly people: readonly Id[]
  readonly entity: Entity
  /** The record, with all fields that its `display.href` needs. */
  readonly record: { readonly id: Id }
  readonly project_id?: Id | null
  readonly kind: NotificationKind
  /** The page that it leads to; by default the record's. */
  readonly href?: string
  /** One sentence: who did what to which record. */
  readonly text: string
  /** Words that belong to it, such as the answer or the reason. */
  readonly note?: string | null
  /** Sent to those who want mail. Without it nothing is mailed. */
  readonly mail?: Omit<Mail, 'to'>
  /** Mails everyone with an address, whatever their settings, as for an injury. */
  readonly urgent?: boolean
}

/** The address for a person's mail, if they have one and want mail or it is urgent. */
export const addressOf = ({ email, notification_methods }: User, urgent: boolean): string | null =>
  urgent || notification_methods.includes('email') ? email : null

const shortened = (note: string) => (note.length > MOST_NOTE ? `${note.slice(0, MOST_NOTE - 1).trimEnd()}…` : note)

/**
 * Tells people about a record: a notification in the app, and mail by their own choice. Several events on one record
 * within five minutes are one notification, and so is the same sentence as long as it is unread. Call it from a
 * subscriber.
 * @example
 * on(dailyLogs, 'complete', (event, ctx) =>
 *   tell(event, { people, entity: dailyLogs, record: event.record, kind: 'daily_logs', text: 'The log is complete.' }, ctx),
 * )
 */
export async function tell(event: Happening, telling: Telling, ctx: Ctx): Promise<void> {
  const { entity, record, mail, urgent = false } = telling
  const others = [...new Set(telling.people)].filter((id) => id !== event.user_id)
  if (!others.length) return
  const active = await ctx.all(users, { id: others, active: true })
  const seeing = new Set(
    await ctx.whoSees(
      entity,
      record.id,
      active.map(({ id }) => id),
    ),
  )
  const told = active.filter(({ id }) => seeing.has(id))
  await notify(event, telling, told, ctx)
  if (!mail) return
  for (const person of told) {
    const to = addressOf(person, urgent)
    if (to !== null) await ctx.mail({ to, ...mail }, event.keyFor(person.id))
  }
}

/** Writes the notifications, each into the person's earlier one if both belong together. */
async function notify(
  { user_id: actor_id, at }: Happening,
  { entity, record, href: page, kind, text, note = null, project_id = null }: Telling,
  people: readonly User[],
  ctx: Ctx,
) {
  if (!people.length) return
  const subject = { subject_type: entity.table, subject_id: record.id }
  // Two events on one record may be handled at the same moment.
  await ctx.alone(`notifications ${subject.subject_type} ${subject.subject_id}`)
  const about = { user_id: people.map(({ id }) => id), ...subject }
  const recent = { told_at: between(new Date(Date.parse(at) - TOGETHER).toISOString(), null) }
  const unread = { text, read_at: null }
  const earlier = await ctx.all(notifications, { ...about, $either: [recent, unread] })
  const href: unknown = page ?? entity.display.href(record)
  for (const { id: user_id } of people) {
    const known = earlier.findLast((one) => one.user_id === user_id)
    // Subscribers may run out of order, or twice for one event; the latest event's words stay.
    if (known && (known.told_at > at || (known.told_at === at && known.text === text))) continue
    await ctx.save(notifications, {
      ...(known && { id: known.id }),
      ...subject,
      user_id,
      actor_id,
      project_id,
      kind,
      text,
      note: note === null ? null : shortened(note),
      href: typeof href === 'string' ? href : null,
      told_at: at,
      read_at: null,
    })
  }
}
