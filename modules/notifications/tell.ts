import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { addDays } from '#lib/days.ts'
import { randomHex } from '#lib/random-hex.ts'
import { anyOf, between, type Ctx, type Mail } from '#server/define-server.ts'
import { todayOf } from '../company/guards.ts'
import { users, type User } from '../users/entities.ts'
import {
  digestKinds,
  mutedProjects,
  notificationChoices,
  notificationSettings,
  notifications,
  pushedKinds,
  urgentKinds,
  type MutedProject,
  type NotificationChoice,
  type NotificationKind,
  type NotificationSetting,
} from './entities.ts'
import { putIntoDigest } from './server/digest.ts'
import type { Push } from './server/push.ts'
import { sendPush, sendTexts } from './server/send.ts'
import { leavingBy } from './server/unsubscribe.ts'

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
  /** Sent to those who want mail. Without it nothing is mailed, and nothing texted. */
  readonly mail?: Omit<Mail, 'to'>
  /** How it is answered without a sign-in, which a text message has in the place of the record's address. */
  readonly answer?: {
    /** The address of a page that answers it. */
    readonly page: string
    /** The answer that most give: a press on the push message sends this form there. */
    readonly step: { readonly label: string; readonly form: Readonly<Record<string, string>> }
  }
  /** Mails everyone with an address, whatever their settings, as for an injury. */
  readonly urgent?: boolean
}

interface About {
  readonly kind: NotificationKind
  readonly project_id?: Id | null
  /** Mailed to everyone with an address, whatever they chose. */
  readonly urgent?: boolean
}

interface Reach {
  /** The people to tell in the app. */
  readonly inApp: readonly User[]
  /** Those who are mailed, with their addresses. */
  readonly byMail: readonly { readonly id: Id; readonly email: string }[]
  /** Those who are sent a text message, with their numbers in the form of E.164; nobody where the server sends none. */
  readonly byText: readonly { readonly id: Id; readonly number: string }[]
  /** Those whose devices get a push message, as far as they have any. */
  readonly byPush: readonly Id[]
  /** Those whose mail of it waits for the morning. */
  readonly inDigest: readonly NotificationSetting[]
  /** When each is told, of those who have chosen. */
  readonly settings: ReadonlyMap<Id, NotificationSetting>
  /** Makes the headers by which each of them ends such mail with one press in a mail program (RFC 8058). */
  leaving(): Promise<ReadonlyMap<Id, Record<string, string>>>
}

/** Who of these people has muted a job today. */
async function mutersOf(project_id: Id, people: readonly Id[], ctx: Ctx): Promise<Set<Id>> {
  const tomorrow = addDays(await todayOf(ctx), 1)
  const muted = await ctx.pick(mutedProjects, ['user_id'], {
    project_id,
    user_id: people,
    ...anyOf<MutedProject>({ until: null }, { until: between(tomorrow, null) }),
  })
  return new Set(muted.map(({ user_id }) => user_id))
}

/** The choice of each person for a kind, with an address that ends its mail; those who have none get one. */
async function withTokens(
  people: readonly Id[],
  kind: NotificationKind,
  choices: ReadonlyMap<Id, NotificationChoice>,
  ctx: Ctx,
): Promise<ReadonlyMap<Id, Record<string, string>>> {
  const tokens = new Map([...choices].flatMap(([id, { token }]) => (token === null ? [] : [[id, token] as const])))
  const lacking = people.filter((id) => !tokens.has(id))
  for (const id of lacking) tokens.set(id, randomHex(24))
  // Two events may be told to somebody for the first time at the same moment.
  if (lacking.length) await ctx.alone('notification choices')
  const made = lacking.length ? await ctx.all(notificationChoices, { user_id: lacking, kind }) : []
  const lines = new Map(made.map((one) => [one.user_id, one]))
  const fresh = lacking.filter((id) => !lines.has(id))
  await ctx.save(
    notificationChoices,
    fresh.map((user_id) => ({ user_id, kind, token: tokens.get(user_id) ?? null })),
  )
  for (const [id, { id: line, token }] of lines)
    if (token === null) await ctx.save(notificationChoices, { id: line, token: tokens.get(id) ?? null })
    else tokens.set(id, token)
  return new Map(people.map((id) => [id, leavingBy(tokens.get(id) ?? '', ctx)]))
}

/** Through what these people hear of a kind, by their choices and the jobs they have muted (rule notification-choice). */
export async function reachOf(people: readonly User[], about: About, ctx: Ctx): Promise<Reach> {
  const { kind, project_id = null, urgent = false } = about
  const ids = people.map(({ id }) => id)
  const found = ids.length ? await ctx.all(notificationChoices, { user_id: ids, kind }) : []
  const choices = new Map(found.map((one) => [one.user_id, one]))
  const always = urgentKinds.includes(kind)
  const muters = always || project_id === null || !ids.length ? null : await mutersOf(project_id, ids, ctx)
  const hearing = people.filter(({ id }) => !muters?.has(id))
  const wants = ({ id, notification_methods: methods }: User, way: 'email' | 'text') =>
    choices.get(id)?.[way] ?? methods.includes(way)
  const settings = new Map(
    (ids.length ? await ctx.all(notificationSettings, { user_id: ids }) : []).map((one) => [one.user_id, one]),
  )
  const inApp = hearing.filter(({ id }) => always || choices.get(id)?.app !== false)
  const mailed = hearing.flatMap((one) => {
    const { id, email } = one
    return email && (urgent || wants(one, 'email')) ? [{ id, email }] : []
  })
  // The morning mail is made of what the app tells.
  const waiting = urgent || !digestKinds.includes(kind) ? [] : inApp
  const inDigest = waiting.flatMap(({ id }) => {
    const setting = settings.get(id)
    return setting?.digest && mailed.some((one) => one.id === id) ? [setting] : []
  })
  const byMail = mailed.filter(({ id }) => !inDigest.some(({ user_id }) => user_id === id))
  return {
    inApp,
    byMail,
    inDigest,
    settings,
    byText:
      ctx.system.sms === undefined
        ? []
        : hearing.flatMap((one) => {
            const { id, phone_number: number } = one
            return number && wants(one, 'text') ? [{ id, number: `+${number}` }] : []
          }),
    byPush: ctx.system.pusher
      ? hearing.flatMap(({ id }) => ((choices.get(id)?.push ?? pushedKinds.includes(kind)) ? [id] : []))
      : [],
    leaving: () =>
      withTokens(
        byMail.map(({ id }) => id),
        kind,
        choices,
        ctx,
      ),
  }
}

const shortened = (note: string) => (note.length > MOST_NOTE ? `${note.slice(0, MOST_NOTE - 1).trimEnd()}…` : note)

/**
 * Tells people about a record: a notification in the app, push and text messages and mail, as they have chosen (rule notification-choice).
 * Several events on one record within five minutes are one notification, and so is the same sentence as long as it is unread. Call it from a
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
  const reach = await reachOf(
    active.filter(({ id }) => seeing.has(id)),
    { kind: telling.kind, urgent, project_id: telling.project_id ?? null },
    ctx,
  )
  await notify(event, telling, reach.inApp, ctx)
  const { kind, text, note, answer } = telling
  const sending = {
    subject: { subject_type: entity.table, subject_id: record.id },
    kind,
    urgent,
    settings: reach.settings,
    keyFor: (person: Id) => event.keyFor(person),
  }
  const message: Push = {
    title: shortened(text),
    body: shortened(note ?? ''),
    href: pageOf(telling),
    tag: `${entity.table}-${record.id}`,
    ...(answer && { step: { ...answer.step, action: answer.page } }),
  }
  await sendPush(reach.byPush, message, sending, ctx)
  if (!mail) return
  const headers = urgent ? undefined : await reach.leaving()
  for (const { id, email: to } of reach.byMail) {
    const own = headers?.get(id)
    const letter = { to, ...mail, ...(own && { headers: own }) }
    await ctx.mail(letter, event.keyFor(id), { person: id, entity, id: record.id })
  }
  for (const setting of reach.inDigest) await putIntoDigest(setting, event.at, ctx)
  await sendTexts(reach.byText, textOf(telling, ctx), sending, ctx)
}

/** What a text message says: who writes, what happened, and where to answer or look. */
function textOf(telling: Telling, { appUrl, companyName }: Ctx): string {
  const { text, note, answer } = telling
  const words = note ? `${text}: ${note}` : text
  return `${companyName}: ${shortened(words)}\n${answer?.page ?? `${appUrl}${pageOf(telling) ?? ''}`}`
}

/** The page that it leads to, as a path; null if there is none. */
function pageOf({ entity, record, href }: Telling): string | null {
  const page: unknown = href ?? entity.display.href(record)
  return typeof page === 'string' ? page : null
}

/** Writes the notifications, each into the person's earlier one if both belong together. */
async function notify({ user_id: actor_id, at }: Happening, telling: Telling, people: readonly User[], ctx: Ctx) {
  if (!people.length) return
  const { entity, record, kind, text, note = null, project_id = null } = telling
  const subject = { subject_type: entity.table, subject_id: record.id }
  // Two events on one record may be handled at the same moment.
  await ctx.alone(`notifications ${subject.subject_type} ${subject.subject_id}`)
  const about = { user_id: people.map(({ id }) => id), ...subject }
  const recent = { told_at: between(new Date(Date.parse(at) - TOGETHER).toISOString(), null) }
  const waiting = { text, read_at: null, done_at: null }
  const earlier = await ctx.all(notifications, { ...about, $either: [recent, waiting] })
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
      href: pageOf(telling),
      told_at: at,
      read_at: null,
      done_at: null,
      later_at: null,
    })
  }
}
