import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { ledDays, type LedDay } from '../../time/entities.ts'
import { writeLed } from '../../time/facts.ts'
import { scheduleEvents } from '../entities.ts'
import { daysTold, toldIn, type Told } from '../told.ts'
import { workDaysAround } from './context.ts'

const placeOf = (project: Id, day: Day): string => `${project} ${day}`

/**
 * Updates `led_days` after the published schedule has changed. The lead of a job on a day leads everyone who is
 * published to work there on that day (rule time-visibility).
 * @param changed what was published before, and what is now
 */
export async function writeLeading(changed: readonly (Told | null)[], ctx: Ctx): Promise<void> {
  const touched = changed.flatMap((told) => told ?? [])
  const from = touched.map(({ start_date }) => start_date).toSorted()[0]
  const to = touched
    .map(({ end_date }) => end_date)
    .toSorted()
    .at(-1)
  if (!from || !to) return
  const company = await workDaysAround(from, to, ctx)
  const published = await publishedIn(from, to, ctx)
  const days = published.map((told) => ({
    told,
    days: daysTold(told, company).filter((day) => day >= from && day <= to),
  }))
  const leaders = new Map<string, Set<Id>>()
  for (const { told, days: own } of days)
    if (told.lead)
      for (const day of own) {
        const place = placeOf(told.project_id, day)
        leaders.set(place, (leaders.get(place) ?? new Set()).add(told.user_id))
      }
  const places = new Set(touched.flatMap((told) => daysTold(told, company).map((day) => placeOf(told.project_id, day))))
  const there = days.filter(({ told, days: own }) => own.some((day) => places.has(placeOf(told.project_id, day))))
  const people = new Set([...touched, ...there.map(({ told }) => told)].map(({ user_id }) => user_id))
  const led = new Map<string, LedDay>()
  for (const { told, days: own } of days) {
    const { user_id, project_id } = told
    if (!people.has(user_id)) continue
    for (const date of own)
      for (const leader_id of leaders.get(placeOf(project_id, date)) ?? [])
        if (leader_id !== user_id) led.set(`${leader_id} ${user_id} ${date}`, { leader_id, user_id, date })
  }
  await writeLed([...people], [from, to], [...led.values()], ctx)
}

/** Who was published to work where between two days; of one person alone, if so asked. */
export async function publishedIn(
  from: Day,
  to: Day,
  { all }: Pick<Ctx, 'all'>,
  only: Id | null = null,
): Promise<Told[]> {
  const rows = await all(scheduleEvents, {
    kind: 'assignment',
    published_at: not(null),
    told_from: between(null, to),
    told_to: between(from, null),
    ...(only !== null && { told_user_id: only }),
  })
  return rows.flatMap(({ published }) => toldIn(published) ?? [])
}

/** Fills `led_days` from the published schedule once, because earlier versions did not keep it. */
export async function leadFirst(ctx: Ctx): Promise<void> {
  const isLed = { kind: 'assignment', lead: true, published_at: not(null) } as const
  if ((await ctx.exists(ledDays, {})) || !(await ctx.exists(scheduleEvents, isLed))) return
  const rows = await ctx.all(scheduleEvents, { kind: 'assignment', published_at: not(null) })
  await writeLeading(
    rows.map(({ published }) => toldIn(published)),
    ctx,
  )
}
