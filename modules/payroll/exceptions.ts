import type { Id } from '#core/access/access.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { formatMonthDay } from '#lib/days.ts'
import { roundHours } from '#lib/numbers.ts'
import type { Warning } from '#lib/overtime/warnings.ts'
import type { Timecard, TimeEntry } from '../time/entities.ts'
import { isDisputed, isLocked, proposalsOf, statementsOf } from '../time/guards.ts'
import type { WeekException } from './entities.ts'

/** Hours a day beyond which somebody looks at it. */
export const LONG_DAY = 12

interface Week {
  readonly card: Pick<Timecard, 'id' | 'user_id' | 'user_name' | 'week_start' | 'disputed_reason'> & Partial<Timecard>
  readonly entries: readonly TimeEntry[]
  readonly warnings: readonly Warning[]
}

const sum = (entries: readonly TimeEntry[]) => roundHours(entries.reduce((hours, entry) => hours + entry.hours, 0))

/** The number of the job with most of these hours; empty without one. */
export function jobOf(entries: readonly TimeEntry[]): { id: Id | null; number: string } {
  const jobs = [...Map.groupBy(entries, ({ project_id }) => project_id)].filter(([id]) => id !== null)
  const [most] = jobs.toSorted(([, a], [, b]) => sum(b) - sum(a))
  return { id: most?.[0] ?? null, number: most?.[1][0]?.project_number ?? '' }
}

/**
 * What somebody has to look at before a week is approved (rule payroll-exceptions); nothing of a week that is approved. Who
 * lacks hours is known from the schedule, not from the week.
 */
export function exceptionsOf({ card, entries, warnings }: Week): WeekException[] {
  if (isLocked(card)) return []
  const make = (kind: WeekException['kind'], date: string, own: readonly TimeEntry[], text = ''): WeekException => ({
    kind,
    user_id: card.user_id,
    name: card.user_name,
    timecard_id: card.id,
    date,
    hours: sum(own),
    job: jobOf(own).number,
    text,
    entry_id: null,
    code: null,
  })
  const days = [...Map.groupBy(entries, ({ date }) => date)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...disputeOf(card, entries, make),
    ...warnings
      .filter(({ blocks }) => blocks)
      .map(({ date, text }) =>
        make(
          'law',
          date,
          entries.filter((entry) => entry.date === date),
          text,
        ),
      ),
    ...days.flatMap(([date, own]) => [
      ...(sum(own) > LONG_DAY ? [make('over_12', date, own)] : []),
      ...twiceOn(own).map((same) =>
        make('twice', date, same, same[0]?.cost_code ? costCodeLabel(same[0].cost_code) : ''),
      ),
      ...own
        .filter(({ type, cost_code_id }) => type === 'standard' && cost_code_id === null)
        .map((entry) => ({ ...make('no_code', date, [entry]), entry_id: entry.id, ...lastCode(entry, entries) })),
    ]),
  ]
}

/** A dispute, with all that was said since nobody answered. */
function disputeOf(
  card: Week['card'],
  entries: readonly TimeEntry[],
  make: (kind: 'disputed', date: string, own: readonly TimeEntry[], text: string) => WeekException,
): WeekException[] {
  if (!isDisputed(card)) return []
  const said = statementsOf(card)
  const proposals = proposalsOf(card, entries)
  const text = said.map(({ reason }) => reason).join(' · ')
  const dispute = make('disputed', card.week_start, entries, text)
  return [{ ...dispute, proposals, proposal: proposals[0] ?? null, ...(said.length > 1 && { said }) }]
}

/** The entries of a day that are on one code more than once. */
const twiceOn = (entries: readonly TimeEntry[]) =>
  [
    ...Map.groupBy(
      entries.filter(({ type, cost_code_id }) => type === 'standard' && cost_code_id !== null),
      ({ project_id, cost_code_id }) => `${project_id} ${cost_code_id}`,
    ).values(),
  ].filter((same) => same.length > 1)

/** The code that a person used last on the job of an entry without one. */
function lastCode({ project_id }: TimeEntry, entries: readonly TimeEntry[]) {
  const last = entries
    .filter((entry) => entry.project_id === project_id && entry.cost_code !== null)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .at(-1)
  if (!last?.cost_code) return { text: '', code: null }
  const { id, number } = last.cost_code
  return { text: `On ${formatMonthDay(last.date)}: ${costCodeLabel(last.cost_code)}`, code: { id, number } }
}
