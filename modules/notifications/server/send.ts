import type { Id } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'
import { pushDevices, urgentKinds, type NotificationKind, type NotificationSetting } from '../entities.ts'
import { quietUntil } from './hours.ts'
import { PUSH, type Push } from './push.ts'
import { TEXT } from './texts.ts'
import type { Subject } from './unread.ts'

/** People whose devices one job sends to: a service answers in a tenth of a second, and nobody waits for a thousand. */
const MOST_PUSHED = 200
/** What a phone is woken for. */
const wakingKinds: readonly NotificationKind[] = [...urgentKinds, 'schedule']

/** What is sent to phones and devices, and when. */
export interface Sending {
  readonly subject: Subject
  readonly kind: NotificationKind
  /** Whether it is sent in quiet hours too. */
  readonly urgent: boolean
  readonly settings: ReadonlyMap<Id, NotificationSetting>
  keyFor(person: Id): string
}

/** When it is sent to a person; undefined for at once. */
const timeFor = ({ urgent, kind, settings }: Sending, person: Id, { now }: Ctx) =>
  urgent || kind === 'injuries' ? undefined : quietUntil(settings.get(person), now)

/** Queues a text message to each of these people. */
export async function sendTexts(
  people: readonly { readonly id: Id; readonly number: string }[],
  body: string,
  sending: Sending,
  ctx: Ctx,
): Promise<void> {
  for (const { id, number } of people) {
    const at = timeFor(sending, id, ctx)
    const later = at === undefined ? {} : { waited: { person: id, subject: sending.subject } }
    await ctx.enqueue(TEXT, { to: number, body, ...later }, { key: `text ${sending.keyFor(id)}`, ...(at && { at }) })
  }
}

/** Queues a push message to the devices of these people. */
export async function sendPush(people: readonly Id[], message: Push, sending: Sending, ctx: Ctx): Promise<void> {
  if (!people.length) return
  const devices = await ctx.pick(pushDevices, ['user_id'], { user_id: people })
  const owners = [...new Set(devices.map(({ user_id }) => user_id))]
  const urgent = sending.urgent || wakingKinds.includes(sending.kind)
  for (const [at, together] of Map.groupBy(owners, (id) => timeFor(sending, id, ctx)))
    for (let from = 0; from < together.length; from += MOST_PUSHED) {
      const some = together.slice(from, from + MOST_PUSHED)
      const payload = { people: some, urgent, message, ...(at !== undefined && { subject: sending.subject }) }
      await ctx.enqueue(PUSH, payload, { key: `push ${sending.keyFor(some[0] ?? 0)}`, ...(at !== undefined && { at }) })
    }
}
