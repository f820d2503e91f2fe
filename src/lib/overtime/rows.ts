import type { WeekEntry, WeekProject } from './week.ts'

/** An entry while the rules are applied: all amounts are integer hundredths of an hour, to avoid rounding errors. */
export interface Row {
  readonly entry: WeekEntry
  readonly vacation: boolean
  /** Hours excluding vacation. */
  readonly worked: number
  /** The project, if it pays prevailing wages. */
  readonly prevailing: (WeekProject & { readonly id: number }) | null
  /** Hours that no rule has moved yet. */
  straight: number
  overtime: number
  double: number
  readonly reasons: string[]
}

/** The rows of a week in the order that the rules process them: by date, then project number, cost code and id. */
export function rowsOf(entries: readonly WeekEntry[], projects: ReadonlyMap<number, WeekProject>): Row[] {
  const numberOf = ({ project_id }: WeekEntry) => (project_id === null ? '' : projectOf(project_id, projects).number)
  return entries
    .map((entry) => ({ entry, number: numberOf(entry), code: entry.cost_code ?? '' }))
    .sort(
      (a, b) =>
        compare(a.entry.date, b.entry.date) ||
        compare(a.number, b.number) ||
        compare(a.code, b.code) ||
        a.entry.id - b.entry.id,
    )
    .map(({ entry }) => rowOf(entry, projects))
}

function rowOf(entry: WeekEntry, projects: ReadonlyMap<number, WeekProject>): Row {
  const amount = Math.round(entry.hours * 100)
  const vacation = entry.type === 'vacation'
  const id = entry.project_id
  const project = id === null || vacation ? null : { ...projectOf(id, projects), id }
  return {
    entry,
    vacation,
    worked: vacation ? 0 : amount,
    prevailing: project?.overtime_rule === 'prevailing' ? project : null,
    straight: amount,
    overtime: 0,
    double: 0,
    reasons: vacation ? ['Vacation, paid straight'] : [],
  }
}

function projectOf(id: number, projects: ReadonlyMap<number, WeekProject>): WeekProject {
  const project = projects.get(id)
  if (!project) throw new RangeError(`Project ${id} is not among the week’s projects.`)
  return project
}

/** Not by locale, so that the order is the same on every machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Moves straight hours of a row to overtime or double time, recording the reason. */
export function take(row: Row, amount: number, to: 'overtime' | 'double', reason: string): void {
  if (amount <= 0) return
  row.straight -= amount
  row[to] += amount
  row.reasons.push(reason)
}
