import type { Id } from '#core/access/access.ts'
import { directionsUrl, formatAddress } from '#lib/address.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import { randomHex } from '#lib/random-hex.ts'
import { between, not, on, sha256, type Ctx, type Done } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { reachOf, tell } from '../../notifications/tell.ts'
import { ledDays } from '../../time/entities.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { settingsOf } from './context.ts'
import { scheduleEvents, scheduleNotices } from '../entities.ts'
import type { ToldChange } from '../notices.ts'
import { leaveUnchecked } from './book.ts'
import { publishedIn, writeLeading } from './leading.ts'
import { changesIn, daysAround } from './publish.ts'
import { changesByPerson, differences, methods, toldIn, type Audience, type Change, type Drafted } from '../told.ts'

/** Who would be told what if the drafts between two days were published now. */
export async function changes(ctx: Ctx, { from, to }: Record<string, string>): Promise<Audience[]> {
  const { people } = await changesIn(ctx, { from, to })
  // People without an active account are not notified.
  const active = await ctx.all(users, { id: [...people.keys()], active: true })
  const { byMail, byText } = await reachOf(active, { kind: 'schedule' }, ctx)
  const ways = { email: new Set(byMail.map(({ id }) => id)), text: new Set(byText.map(({ id }) => id)) }
  const known = new Map(active.map((person) => [person.id, person]))
  return [...people]
    .flatMap(([user_id, list]): Audience[] => {
      const person = known.get(user_id)
      if (!person) return []
      return [{ user_id, name: person.name, methods: methods.filter((way) => ways[way].has(user_id)), changes: list }]
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** `Mon, Nov 23 – Wed, Nov 25`. */
export function spanText(days: readonly Day[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return ''
  return first === last ? formatWeekday(first) : `${formatWeekday(first)} – ${formatWeekday(last)}`
}

interface Words {
  readonly project: Project | undefined
  readonly lead: string | null
  readonly start_time: string
}

/** The text of a change: when, where, how to get there, the lead, and the planner's note. */
function textOf({ kind, was, now, days }: Change, words: Words): string {
  const { project, lead } = words
  const job = project ? `${project.number} ${project.name}` : 'another project'
  if (!now) return `Not any more: ${spanText(days)}, ${job}.`
  const place = now.meeting_place ?? (project?.address ? formatAddress(project.address) : null)
  const start = formatTime(now.start_time ?? words.start_time)
  const different = differences(was, now, words.start_time)
  return [
    `${kind === 'changed' && was ? 'Changed: ' : ''}${spanText(days)}, ${start}, ${job}.`,
    different.length ? `${different.join(', ')}.` : null,
    place === null ? null : `Meet at ${place}.`,
    project?.address && now.meeting_place === null ? directionsUrl(project.address) : null,
    now.lead ? 'You lead.' : lead === null ? null : `Lead: ${lead}.`,
    now.note,
  ]
    .filter((line) => line !== null)
    .join('\n')
}

/** Stores a notice for each person; a job for each notice sends it. */
export async function tellPeople(people: ReadonlyMap<Id, readonly Change[]>, ctx: Ctx): Promise<void> {
  if (!people.size) return
  const all = [...people.values()].flat()
  const places = [...new Set(all.flatMap(({ was, now }) => (now ?? was)?.project_id ?? []))]
  const jobs = new Map((await ctx.all(projects, { id: places })).map((job) => [job.id, job]))
  const { start_time } = await settingsOf(ctx)
  const leads = await leadsOf(all, ctx)
  const active = await ctx.all(users, { id: [...people.keys()], active: true })
  const notices = active.map(({ id }) => ({
    user_id: id,
    published_id: ctx.user.id,
    told_at: ctx.now,
    changes: (people.get(id) ?? []).map((change): ToldChange => {
      const plan = change.now ?? change.was
      const lead = plan && change.days[0] ? leads(plan.project_id, change.days[0]) : null
      return {
        event_id: change.now ? change.event_id : null,
        text: textOf(change, { project: plan ? jobs.get(plan.project_id) : undefined, lead, start_time }),
        days: [...change.days],
      }
    }),
  }))
  await ctx.save(scheduleNotices, notices)
}

/** Locks notices, so that sending one and undoing its publication never run at the same time. */
const lockNotices = (ids: readonly Id[], ctx: Ctx) => ctx.alone('schedule notices', ids.map(String))

/** Tells those who were told of a publication what holds again once it is undone; nobody else hears of it. */
export async function tellUndone(verb: string, did: readonly Done[], ctx: Ctx): Promise<(() => Promise<void>) | void> {
  if (verb !== 'publish' && verb !== 'replace') return undefined
  leaveUnchecked(ctx)
  const ids = did.flatMap(({ entity, id }) => (entity === scheduleNotices ? [id] : []))
  await lockNotices(ids, ctx)
  const told = await ctx.all(scheduleNotices, { id: ids, token_hash: not(null) })
  const people = new Set(told.map(({ user_id }) => user_id))
  const published = did.flatMap(({ entity, id, changes }) =>
    entity === scheduleEvents && changes.published ? [{ id, ...changes.published }] : [],
  )
  return async () => {
    const there = await ctx.all(scheduleEvents, { id: did.map(({ id }) => id) })
    const removed = did.flatMap(({ entity, id, kind }) => {
      const back = entity === scheduleEvents && kind === 'deleted' && there.find((event) => event.id === id)
      return back ? [{ id, old: back.published, new: null }] : []
    })
    const changed = [...published, ...removed].map(({ id, old, new: made }): Drafted => ({
      id,
      removed: false,
      was: toldIn(made),
      now: toldIn(old),
    }))
    await writeLeading(
      changed.flatMap(({ was, now }) => [was, now]),
      ctx,
    )
    const all = changesByPerson(changed, await daysAround(there, ctx), await todayOf(ctx))
    await tellPeople(new Map([...all].filter(([person]) => people.has(person))), ctx)
  }
}

/** The published lead of a job on a day. */
async function leadsOf(changed: readonly Change[], ctx: Ctx): Promise<(project: Id, day: Day) => string | null> {
  const days = changed.flatMap((change) => change.days).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (!from || !to) return () => null
  const leading = (await publishedIn(from, to, ctx)).filter(({ lead }) => lead)
  const names = new Map(
    (await ctx.all(users, { id: leading.map(({ user_id }) => user_id) })).map(({ id, name }) => [id, name]),
  )
  return (project, day) => {
    const found = leading.find((one) => one.project_id === project && one.start_date <= day && one.end_date >= day)
    return found ? (names.get(found.user_id) ?? null) : null
  }
}

/** Tells a person what was published: in the app, and by mail with a link by which it can be answered once. */
export const sendNotice = on(scheduleNotices, 'created', async (event, ctx) => {
  const { current: notice } = event
  if (!notice) return
  await lockNotices([notice.id], ctx)
  if (!(await ctx.exists(scheduleNotices, { id: notice.id }))) return
  const token = randomHex(32)
  await ctx.save(scheduleNotices, { id: notice.id, token_hash: sha256(token) })
  const lines = notice.changes.map(({ text }) => text)
  const answer = notice.changes.some(({ event_id }) => event_id !== null)
    ? {
        page: `${ctx.appUrl}/confirm?token=${token}`,
        step: { label: 'Confirm', form: { token, answer: 'confirm' } },
      }
    : undefined
  const [first, ...more] = lines.map((text) => text.split('\n')[0] ?? '')
  await tell(
    { ...event, user_id: null },
    {
      people: [notice.user_id],
      entity: scheduleNotices,
      record: notice,
      kind: 'schedule',
      text: more.length ? `Your schedule: ${more.length + 1} changes` : 'Your schedule changed',
      note: [first, ...more].join(' '),
      ...(answer && { answer }),
      mail: {
        subject: `Your schedule at ${ctx.companyName}`,
        text: [
          lines.join('\n\n'),
          '',
          ...(answer ? ['Confirm, or say that you can’t make it:', answer.page, ''] : []),
          `${ctx.appUrl}/schedule`,
          '',
          ctx.companyName,
        ].join('\n'),
      },
    },
    ctx,
  )
})

/** Whoever published an assignment, who leads that person on those days, and the foremen of the job hear that somebody cannot make it, and why (rule being-told). */
export const tellDeclined = on(scheduleEvents, ['decline', 'updated'], async (event, ctx) => {
  const { current, changes: changed, record } = event
  const before = Array.isArray(changed.answers?.old) ? changed.answers.old : []
  const known = new Set(before.map((answer: unknown) => JSON.stringify(answer)))
  const declined = record.answers.filter((answer) => answer.declined_at !== null && !known.has(JSON.stringify(answer)))
  const [first] = declined
  if (!changed.answers || !current || !first || current.published_id === null) return
  const person = current.told_user_id === null ? null : await ctx.find(users, current.told_user_id)
  const job = current.told_project_id === null ? null : await ctx.find(projects, current.told_project_id)
  const days = declined.map(({ date }) => date)
  const led = await ctx.pick(ledDays, ['leader_id'], { user_id: current.told_user_id ?? 0, date: days })
  const about = { kind: 'assignment', told_project_id: current.told_project_id, ...daysOfTold(days) } as const
  const leads = await ctx.all(scheduleEvents, { ...about, told_user_id: led.map(({ leader_id }) => leader_id) })
  const leaders = new Set(leads.map(({ told_user_id }) => told_user_id))
  const team = job?.project_users.map(({ user_id }) => user_id) ?? []
  const foremen = await ctx.pick(users, ['id'], { id: team, role: 'foreman' })
  const text = `${person?.name ?? 'Someone'} can’t make it to ${job?.name ?? 'the job'}, ${spanText(days)}`
  const telling = {
    entity: scheduleEvents,
    project_id: current.told_project_id,
    kind: 'with_you',
    text,
    note: first.declined_reason,
    mail: { subject: text, text: `${text}: ${first.declined_reason ?? ''}\n\n${ctx.appUrl}/schedule\n` },
  } as const
  const others = [current.published_id, ...foremen.map(({ id }) => id)].filter((id) => !leaders.has(id))
  await tell(event, { ...telling, people: others, record: current }, ctx)
  // Who leads hears of it by their own assignment, since an employee sees no other.
  for (const person of leaders) {
    const record = leads.find(({ told_user_id }) => told_user_id === person)
    if (record && person !== null) await tell(event, { ...telling, people: [person], record }, ctx)
  }
})

/** What was published for these days, or some days around them. */
const daysOfTold = (days: readonly Day[]) => ({
  published_at: not(null),
  told_from: between(null, days.at(-1) ?? ''),
  told_to: between(days[0] ?? '', null),
})
