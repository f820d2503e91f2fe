import type { Id } from '#core/access/access.ts'
import type { EntrySplit } from '#lib/overtime/split-week.ts'
import { within, type Ctx, type Where } from '#server/define-server.ts'
import { overtimeSettings, rulesOf } from '../../overtime/entities.ts'
import { projects } from '../../projects/entities.ts'
import { timecards, timeEntries, type Timecard } from '../entities.ts'
import { splitsOf } from './split-of.ts'

const fields = [
  'id',
  'user_id',
  'date',
  'hours',
  'type',
  'project_id',
  'project_number',
  'per_diem',
  'cost_code_number',
  'week_id',
] as const

/**
 * How the entries of these weeks are paid that are paid more, by entry: as approved, and of other weeks as the rules split
 * them now. Only weeks that may have any are read whole, since a year has tens of thousands, most of them without.
 */
export async function paidMore(where: Where<Timecard>, ctx: Ctx): Promise<Map<Id, EntrySplit>> {
  const cards = await ctx.pick(timecards, ['id', 'user_id', 'week_start', 'totals'], where)
  const approved = cards.filter(({ totals }) => totals && totals.overtime + totals.double > 0)
  const kept = approved.length ? await ctx.pick(timecards, ['split'], { id: approved.map(({ id }) => id) }) : []
  const isLong = await longWeeks(
    cards.flatMap(({ id, totals }) => (totals ? [] : [id])),
    ctx,
  )
  const open = cards.filter(({ id }) => isLong.has(id))
  const entries = open.length ? await ctx.pick(timeEntries, fields, { week_id: [...isLong] }) : []
  const own = Map.groupBy(entries, ({ week_id }) => week_id)
  const splits = await splitsOf(
    open.map((week) => ({ week, entries: own.get(week.id) ?? [] })),
    ctx,
  )
  const all = [...kept, ...[...splits.values()].map((week) => ({ split: week.entries }))]
  const more = all.flatMap(({ split }) => (split ?? []).filter((one) => one.overtime || one.double))
  return new Map(more.map((one) => [one.id, one]))
}

/** Those of these weeks that have more hours than a week's limit, or any on public works. */
async function longWeeks(ids: readonly Id[], { groups, all }: Ctx): Promise<Set<Id>> {
  if (!ids.length) return new Set()
  const [by, week] = [['week_id'] as const, { week_id: ids }]
  const booked = await groups(timeEntries, { by, where: week, sum: ['hours'] })
  const onPublicWorks = within(projects, { overtime_rule: 'prevailing' })
  const onPublic = await groups(timeEntries, { by, where: { ...week, project_id: onPublicWorks } })
  const [setting] = await all(overtimeSettings)
  const limit = rulesOf(setting).weekly_limit
  const long = [...booked.filter(({ sum }) => sum.hours > limit), ...onPublic]
  return new Set(long.flatMap(({ week_id }) => week_id ?? []))
}
