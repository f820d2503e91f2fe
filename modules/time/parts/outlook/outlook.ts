import { formatMonthDay, type Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { tooManyHours } from '../../guards.ts'
import { payWeek, type JobOf, type PaidEntry, type PayTerms } from '../../pay-week.ts'
import { countedHours, hoursProblem, projectOf, type SheetHead, type SheetRow } from '../sheet/sheet.ts'

/** What is known of a line before it is saved: what is wrong, and what may be right but should not surprise anyone. */
export interface Outlook {
  readonly error?: string | undefined
  readonly warnings: readonly string[]
}

const MOST_HOURS = 24
export const TWICE = 'There is time on this code for this day already.'
const nothing: Outlook = { warnings: [] }

interface Person {
  readonly name: string
  /** The person's time of the week, as far as it is visible. */
  readonly entries: readonly (PaidEntry & { readonly cost_code_id: number | null })[]
  readonly terms: PayTerms
  readonly jobOf: JobOf
}

/**
 * The outlook on one person's lines, by key: hours that cannot be, more than 24 hours a day, overtime to come, more hours
 * on public works than a state allows, and a code that has time already. What concerns the day is said at the last line.
 */
export function outlookOn(
  head: SheetHead,
  rows: readonly SheetRow[],
  start: Day,
  { name, entries, terms, jobOf }: Person,
): ReadonlyMap<number, Outlook> {
  const found = new Map<number, Outlook>()
  const filled = rows.filter((row) => countedHours(row) > 0)
  for (const row of rows) {
    const problem = hoursProblem(row.hours)
    if (problem) found.set(row.key, { error: problem, warnings: [] })
  }
  const last = filled.at(-1)
  if (!last) return found
  const onDay = entries.filter(({ date }) => date === head.date)
  for (const row of filled)
    if (isTwice(row)) found.set(row.key, { ...nothing, ...found.get(row.key), warnings: [TWICE] })

  const drafts = filled.map((row): PaidEntry => {
    const project_id = projectOf(row, head)
    return {
      // Negative, so that it is not taken for a saved one's.
      id: -row.key,
      date: head.date,
      hours: countedHours(row),
      type: head.type,
      project_id,
      project_number: project_id === null ? null : (jobOf(project_id)?.number ?? null),
      per_diem: head.per_diem,
      cost_code_number: null,
    }
  })
  const sum = [...onDay, ...drafts].reduce((hours, entry) => hours + entry.hours, 0)
  const error = sum > MOST_HOURS + 1e-9 ? tooManyHours(name, formatMonthDay(head.date)) : undefined
  const before = payWeek(start, entries, jobOf, terms)
  const after = payWeek(start, [...entries, ...drafts], jobOf, terms)
  const said = new Set(before.warnings.map(({ date, text }) => `${date} ${text}`))
  const known = new Map(before.entries.map((entry) => [entry.id, entry.overtime + entry.double]))
  const added = after.entries.filter(({ id, overtime, double }) => overtime + double > (known.get(id) ?? 0) + 1e-9)
  const extra = added.reduce((hours, { id, overtime, double }) => hours + overtime + double - (known.get(id) ?? 0), 0)
  const reason = (added.find(({ id }) => id < 0) ?? added[0])?.reason
  const here = found.get(last.key) ?? nothing
  found.set(last.key, {
    error: here.error ?? error,
    warnings: [
      ...here.warnings,
      ...after.warnings.filter(({ date, text }) => !said.has(`${date} ${text}`)).map(({ text }) => text),
      ...(extra > 0 ? [`${formatHours(extra)} h overtime${reason ? `: ${lowerFirst(reason)}` : ''}.`] : []),
    ],
  })
  return found

  function isTwice(row: SheetRow): boolean {
    const isSame = (one: { cost_code_id: number | null }) => one.cost_code_id === row.cost_code_id
    if (head.type !== 'standard' || row.cost_code_id === null) return false
    return onDay.some(isSame) || rows.some((other) => other.key !== row.key && isSame(other))
  }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/**
 * What the first press of plus enters: the hours of the last day a person worked, else 8, less what the day has already.
 */
export function usualHours(entries: readonly Pick<PaidEntry, 'date' | 'hours'>[], date: Day): number | undefined {
  const sumOn = (day: Day) => entries.reduce((sum, entry) => sum + (entry.date === day ? entry.hours : 0), 0)
  const last = entries.reduce<Day>((day, entry) => (entry.date < date && entry.date > day ? entry.date : day), '')
  const left = Math.round(((last ? sumOn(last) : 8) - sumOn(date)) * 100) / 100
  return left > 0 ? left : undefined
}
