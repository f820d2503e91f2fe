import type { Id } from '#core/access/access.ts'
import { addDays, formatMonthDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { on, type Ctx } from '#server/define-server.ts'
import { tell, type Happening } from '../../notifications/tell.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { timecards, timeEntries, type Timecard, type TimeEntry } from '../entities.ts'
import { ledDays } from '../led.ts'
import { isDisputed, isLocked, isSigned, quotedIn, type Disputed } from '../guards.ts'
import { spanOf } from './weeks.ts'

/** The roles whose people approve the time of their projects. */
const APPROVING = ['project_manager', 'office_staff', 'admin']

type WeekEvent = Happening & { readonly changes: Readonly<Record<string, { old: unknown; new: unknown }>> }

/** Those who approved, sent back, exported or reviewed a week; before anyone did, the project managers of its projects' teams. */
async function approversOf(week: Timecard, entries: readonly TimeEntry[], { changes }: WeekEvent, ctx: Ctx) {
  const before = [changes.approved_id?.old, changes.exported_id?.old]
  const known = [
    week.approved_id,
    week.rejected_id,
    ...before.map((id) => (typeof id === 'number' ? id : null)),
    ...entries.map(({ reviewed_id }) => reviewed_id),
  ].filter((id) => id !== null)
  if (known.length) return known
  const ids = [...new Set(entries.flatMap(({ project_id }) => project_id ?? []))]
  const jobs = ids.length ? await ctx.all(projects, { id: ids }) : []
  const team = new Set(jobs.flatMap(({ project_users }) => project_users.map(({ user_id }) => user_id)))
  const all = await ctx.all(users, { role: APPROVING, customer_id: null, contact_type_id: null, active: true })
  const managers = all.filter(({ id, role }) => role === 'project_manager' && team.has(id))
  return (managers.length ? managers : all).map(({ id }) => id)
}

interface Words {
  /** The sentence, by whose week it is: "your week 11/15 – 11/21", or "Pat Olsen’s week …". */
  readonly text: (who: string, week: string) => string
  readonly note?: string | null
  /** Whether those who entered or approve the hours are mailed too, and not only the person concerned. */
  readonly mailAll: boolean
}

/** Tells these people, about the week as theirs (`whose`). */
async function tellThese(
  event: WeekEvent,
  week: Timecard,
  { text, note = null }: Words,
  { people, whose, isMailed }: { people: readonly Id[]; whose: string; isMailed: boolean },
  ctx: Ctx,
) {
  const actor = event.user_id === null ? null : await ctx.find(users, event.user_id)
  const days = `week ${formatMonthDay(week.week_start)} – ${formatMonthDay(addDays(week.week_start, 6))}`
  const sentence = text(actor?.name ?? 'Someone', `${whose} ${days}`)
  const link = `${ctx.appUrl}${timecards.display.href(week)}`
  const letter = [`${sentence}.`, ...(note ? ['', note] : []), '', 'Open it:', link, '', ctx.companyName].join('\n')
  const mail = isMailed ? { mail: { subject: sentence, text: letter } } : {}
  await tell(event, { people, entity: timecards, record: week, kind: 'weeks', text: sentence, note, ...mail }, ctx)
}

/** Tells the person concerned, by mail too. */
const tellPerson = (event: WeekEvent, week: Timecard, words: Words, ctx: Ctx) =>
  tellThese(event, week, words, { people: [week.user_id], whose: 'your', isMailed: true }, ctx)

/** Tells the person concerned, whoever entered the hours, led them on one of the days, or approves. */
async function tellAll(event: WeekEvent, week: Timecard, words: Words, ctx: Ctx) {
  await tellPerson(event, week, words, ctx)
  const entries = await ctx.all(timeEntries, { user_id: week.user_id, date: spanOf(week) })
  const approvers = await approversOf(week, entries, event, ctx)
  const led = await ctx.pick(ledDays, ['leader_id'], { user_id: week.user_id, date: spanOf(week) })
  const others = [
    ...entries.map(({ creator_id }) => creator_id),
    ...led.map(({ leader_id }) => leader_id),
    ...approvers,
  ]
  const people = [...new Set(others)].filter((id) => id !== week.user_id)
  const whose = event.user_id === week.user_id ? 'their' : `${week.user_name}’s`
  await tellThese(event, week, words, { people, whose, isMailed: words.mailAll }, ctx)
}

const quoted = (reason: string | null) => reason && `“${reason}”`

export const tellDisputed = on(timecards, 'dispute', async (event, ctx) => {
  if (!isDisputed(event.current)) return
  const text = (who: string, week: string) => `${who} says that something is wrong with ${week}`
  await tellAll(event, event.record, { text, note: quoted(event.record.disputed_reason), mailAll: true }, ctx)
})

/** Changed hours are an answer too. */
export const tellSettled = on(timecards, 'updated', async (event, ctx) => {
  const { disputed_at, disputed_before, disputed_reason, dispute_answered_at } = event.changes
  if (!disputed_at?.old || disputed_at.new || dispute_answered_at?.old || isDisputed(event.current)) return
  const said = { disputed_reason: disputed_reason?.old, disputed_before: disputed_before?.old ?? null }
  const text = (who: string, week: string) => `${who} changed ${week}, of which you said that something is wrong`
  // What the week held before, as it was.
  const note = quotedIn(said as Disputed) || null
  await tellPerson(event, event.record, { text, note, mailAll: false }, ctx)
})

export const tellAnswered = on(timecards, 'answer_dispute', async (event, ctx) => {
  const text = (who: string, week: string) => `${who} answered what is wrong with ${week}`
  await tellAll(event, event.record, { text, note: quoted(event.record.dispute_answer), mailAll: false }, ctx)
})

export const tellSentBack = on(timecards, 'reject', async (event, ctx) => {
  if (event.current?.submitted_at) return
  const text = (who: string, week: string) => `${who} sent back ${week}`
  await tellAll(event, event.record, { text, note: quoted(event.record.rejected_reason), mailAll: true }, ctx)
})

/** Someone who signed in another's hands hears of it, with the hours, and can say that something is wrong. */
export const tellSigned = on(timecards, 'sign', async (event, ctx) => {
  const { signed_with_id, signed_lines } = event.record
  if (signed_with_id === null || !isSigned(event.current)) return
  const hours = (signed_lines ?? []).reduce((sum, line) => sum + line.hours, 0)
  const text = (who: string, week: string) => `You signed ${week} with ${who}`
  const note = `${formatHours(hours)} h. If something is wrong, say so in My Time.`
  await tellPerson(event, event.record, { text, note, mailAll: false }, ctx)
})

/** Whoever entered the hours of a whole crew would get as many mails as it has people, so they hear of it in the app. */
export const tellApproved = on(timecards, 'approve', async (event, ctx) => {
  if (!isLocked(event.current)) return
  await tellAll(event, event.record, { text: (who, week) => `${who} approved ${week}`, mailAll: false }, ctx)
})

export const tellReopened = on(timecards, 'reopen', async (event, ctx) => {
  if (isLocked(event.current)) return
  // Payroll has its hours already, and is sent what changes in them.
  const after = event.changes.exported_at?.old ? ' after its export' : ''
  const text = (who: string, week: string) => `${who} reopened ${week}${after}`
  await tellAll(event, event.record, { text, note: quoted(event.record.reopened_reason), mailAll: true }, ctx)
})
