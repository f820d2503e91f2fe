import type { Id } from '#core/access/access.ts'
import type { Proposal } from '../time/guards.ts'
import type { AnyPreview, ClosingWeek, ExceptionKind, PayrollPreview, WeekException } from './entities.ts'
import { blocking, isDue, isReady } from './guards.ts'
import { sumHours } from './rows.ts'

/** What older servers leave out of a period's weeks, as none; what was exported they exported as a whole. */
export const readPreview = ({ weeks, held = [], exceptions, ...more }: AnyPreview): PayrollPreview => ({
  ...more,
  ...(exceptions && { exceptions: [...held, ...exceptions] }),
  weeks: weeks.map((week) =>
    isWhole(week)
      ? week
      : {
          ...week,
          kind: week.kind ?? (week.state === 'exported' ? 'exported' : 'new'),
          paid: week.totals,
          job: '',
          lead: '',
        },
  ),
})
const isWhole = (week: AnyPreview['weeks'][number]): week is ClosingWeek => week.paid !== undefined

/** What is proposed instead of disputed hours; an older server tells of one proposal. */
export const proposalsIn = ({ proposals, proposal }: WeekException): readonly Proposal[] =>
  proposals ?? (proposal ? [proposal] : [])

/** How the people of a period are put together. */
export type CrewsBy = 'lead' | 'job' | 'person'

export interface ClosingCrew<W extends ClosingWeek = ClosingWeek> {
  readonly name: string
  readonly weeks: readonly W[]
}

/** A period's weeks in crews, by name; those without one come last. */
export function crewsOf<W extends ClosingWeek>(weeks: readonly W[], by: CrewsBy): ClosingCrew<W>[] {
  const keyOf = ({ lead, job, name }: W) => (by === 'lead' ? lead : by === 'job' ? job : name)
  const crews = [...Map.groupBy(weeks, keyOf)].map(([name, own]) => ({ name, weeks: own }))
  return crews.toSorted((a, b) => Number(!a.name) - Number(!b.name) || (a.name < b.name ? -1 : 1))
}

/** The exceptions of each week, by its id. */
export const exceptionsByWeek = (exceptions: readonly WeekException[]): ReadonlyMap<Id | null, WeekException[]> =>
  Map.groupBy(exceptions, ({ timecard_id }) => timecard_id)

/** Whether a week is approved, or exported after that. */
export const isApproved = ({ state }: Pick<ClosingWeek, 'state'>): boolean =>
  state === 'approved' || state === 'exported'

/** Whether a week is approved with others: open or submitted, and without an exception (rule payroll-exceptions). */
export const isClear = ({ state }: Pick<ClosingWeek, 'state'>, exceptions: { readonly length: number } = []): boolean =>
  (state === 'open' || state === 'submitted') && exceptions.length === 0

const words: Record<ExceptionKind, string> = {
  held: 'on a device',
  missing: 'missing',
  disputed: 'disputed',
  over_12: 'over 12 h',
  twice: 'entered twice',
  no_code: 'without code',
  law: 'beyond the law',
}

/** "1 missing, 1 disputed". */
export function exceptionsText(exceptions: readonly WeekException[]): string {
  const counted = [...Map.groupBy(exceptions, ({ kind }) => kind)]
  return counted.map(([kind, own]) => `${own.length} ${words[kind]}`).join(', ')
}

export type Progress = ReturnType<typeof progressOf>

/** How far a period is: people with all hours in, exceptions left, and people approved and exported. */
export function progressOf({ weeks, exceptions = [] }: PayrollPreview) {
  const missing = new Set(exceptions.flatMap(({ kind, user_id }) => (kind === 'missing' ? [user_id] : [])))
  const people = new Set([...weeks.map(({ user_id }) => user_id), ...missing])
  const whole = (is: (week: ClosingWeek) => boolean) =>
    [...Map.groupBy(weeks, ({ user_id }) => user_id).values()].filter((own) => own.every(is)).length
  return {
    people: people.size,
    hoursIn: people.size - missing.size,
    exceptions: exceptions.length,
    approved: whole(isApproved),
    exported: whole(({ state }) => state === 'exported'),
  }
}

/** What an export takes of these weeks, what it leaves for a later one, and why. */
export function exportOf(weeks: readonly ClosingWeek[]) {
  const due = weeks.filter(isDue)
  const ready = due.filter(isReady)
  return {
    due: due.length,
    ready: ready.length,
    hours: sumHours(ready.map(({ hours }) => hours)),
    changed: ready.filter(({ kind }) => kind === 'change').length,
    problems: Object.values(blocking(due)).flat(),
  }
}
export type ToExport = ReturnType<typeof exportOf>
