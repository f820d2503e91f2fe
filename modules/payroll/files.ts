import type { Id } from '#core/access/access.ts'
import { formatCsv } from '#lib/csv.ts'
import { addDays, weekdayOf, type Day } from '#lib/days.ts'
import { plainHours } from '#lib/numbers.ts'
import type { PayrollBatch, PayrollFile } from './entities.ts'
import type { MappedColumn, PayrollColumn } from './layout.ts'
import { sumHours, totalsOfRows, type PayrollRow, type PayrollWeek } from './rows.ts'

/** The fields of a batch that its files are written from. */
export type Filed = Pick<PayrollBatch, 'id' | 'starts_on' | 'ends_on' | 'reverses_id' | 'columns' | 'weeks' | 'rows'>

/** The header of the batch that a line corrects, a last column where there is one. */
const CORRECTS = 'Corrects batch'
const yes = (value: boolean) => (value ? 'Y' : 'N')
const weeksById = ({ weeks }: Pick<Filed, 'weeks'>): ReadonlyMap<Id, PayrollWeek> =>
  new Map(weeks.map((week) => [week.timecard_id, week]))

const cells: Record<PayrollColumn, (row: PayrollRow, week: PayrollWeek, batch: Pick<Filed, 'id'>) => unknown> = {
  employee_code: (_, { employee_code }) => employee_code,
  name: (_, { name }) => name,
  week_start: (_, { week_start }) => week_start,
  date: ({ date }) => date,
  project_number: ({ project_number }) => project_number,
  cost_code_full_number: ({ cost_code }) => cost_code,
  phase: ({ phase }) => phase,
  pay_type: ({ pay_type }) => pay_type,
  hours: ({ hours }) => plainHours(hours),
  units: ({ units }) => plainHours(units),
  license: (_, { license }) => license,
  certified: ({ certified }) => yes(certified),
  // The trade tables are keyed by licence.
  trade_class: (_, { license }) => license,
  apprentice: (_, { license }) => yes(license === 'apprentice'),
  state: ({ state }) => state,
  overtime_reason: ({ overtime_reason }) => overtime_reason,
  entry_id: ({ entry_id }) => entry_id,
  batch_id: (_row, _week, { id }) => id,
}

/** The payroll file, with one line per entry and pay type. What corrects another batch names it in an additional last column. */
export function payrollCsv(batch: Filed, columns: readonly MappedColumn[] = batch.columns): string {
  const weeks = weeksById(batch)
  const corrects = batch.rows.some((row) => row.corrects !== undefined)
  const lines = batch.rows.flatMap((row) => {
    const week = weeks.get(row.timecard_id)
    if (!week) return []
    const line = columns.map(({ column }) => cells[column](row, week, batch))
    return [corrects ? [...line, row.corrects] : line]
  })
  const header = columns.map((column) => column.header)
  return formatCsv([corrects ? [...header, CORRECTS] : header, ...lines])
}

/** A summary with a line for each person and a total: hours by pay type, and per diem days. */
export function summaryCsv(batch: Filed): string {
  const people = Map.groupBy(batch.weeks, ({ user_id }) => user_id)
  const numbers = (weeks: readonly PayrollWeek[]) => {
    const ids = new Set(weeks.map(({ timecard_id }) => timecard_id))
    const totals = totalsOfRows(batch.rows.filter(({ timecard_id }) => ids.has(timecard_id)))
    const { regular, overtime, double, vacation, per_diem_days } = totals
    const hours = [regular, overtime, double, vacation]
    return [...hours.map(plainHours), per_diem_days, plainHours(sumHours(hours))]
  }
  return formatCsv([
    ['Employee', 'Name', 'Regular', 'Overtime', 'Double', 'Vacation', 'Per diem', 'Hours', 'Batch', CORRECTS],
    ...[...people.values()].map((weeks) => {
      const [first] = weeks
      const corrected = [...new Set(weeks.flatMap(({ batch_id }) => batch_id ?? []))].join(' ')
      return [first?.employee_code, first?.name, ...numbers(weeks), batch.id, corrected]
    }),
    ['', 'Total', ...numbers(batch.weeks), batch.id, ''],
  ])
}

const kinds = [
  { kind: 'Straight', is: ({ pay_type }: PayrollRow) => pay_type === 'REG' },
  { kind: 'Overtime', is: ({ pay_type }: PayrollRow) => pay_type === 'OT' },
  { kind: 'Double', is: ({ pay_type }: PayrollRow) => pay_type === 'DT' },
]
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const daysFrom = (first: Day): Day[] => Array.from({ length: 7 }, (_, at) => addDays(first, at))

/**
 * Hours by worker and day on one prevailing-wage project, in the layout of form WH-347; payroll adds rates and fringes.
 * Each week and kind of hours has its own line, so that a file can contain several weeks.
 */
export function certifiedCsv(batch: Filed, project_number: string): string {
  const ofProject = batch.rows.filter((row) => row.certified && row.project_number === project_number)
  const order = daysFrom(batch.weeks[0]?.week_start ?? batch.starts_on).map(weekdayOf)
  const lines = batch.weeks.flatMap((week) => {
    // Sorted by weekday, since weeks may start on different days if the company's setting was changed.
    const days = daysFrom(week.week_start).sort((a, b) => order.indexOf(weekdayOf(a)) - order.indexOf(weekdayOf(b)))
    const own = ofProject.filter(({ timecard_id }) => timecard_id === week.timecard_id)
    return kinds.flatMap(({ kind, is }) => {
      const hours = days.map((day) =>
        sumHours(own.filter((row) => is(row) && row.date === day).map((row) => row.hours)),
      )
      if (!hours.some(Boolean)) return []
      const { employee_code, name, license, week_start } = week
      const person = [week_start, employee_code, name, license, yes(license === 'apprentice')]
      return [[...person, kind, ...[...hours, sumHours(hours)].map(plainHours), week.batch_id]]
    })
  })
  const [job] = ofProject
  return formatCsv([
    ['Project', project_number, job?.project_name, job?.state],
    [
      'Week of',
      'Employee',
      'Name',
      'Class',
      'Apprentice',
      'Hours',
      ...order.map((at) => weekdays[at]),
      'Total',
      CORRECTS,
    ],
    ...lines,
  ])
}

/** A self-explanatory file name, such as `payroll-2026-11-01-to-2026-11-07-batch-3-CHANGES.csv`. */
export function fileName(
  { id, starts_on, ends_on, reverses_id, weeks }: Pick<Filed, 'id' | 'starts_on' | 'ends_on' | 'reverses_id' | 'weeks'>,
  kind: string,
): string {
  const isChange = weeks.length > 0 && weeks.every((week) => week.kind === 'change')
  const mark = reverses_id !== null ? ['REVERSAL'] : isChange ? ['CHANGES'] : []
  const name = [kind, starts_on, 'to', ends_on, 'batch', id, ...mark].join('-')
  return `${name.replaceAll(/[^\w.-]+/g, '_')}.csv`
}

/** All files of a batch, by what its address calls them: `payroll`, `by-worker`, and `certified-26-001` for each such job. */
export function filesOf(batch: Filed & Pick<PayrollBatch, 'totals'>): Record<string, PayrollFile> {
  const written = { payroll: payrollCsv(batch), 'by-worker': summaryCsv(batch) }
  const certified = batch.totals.prevailing.map((job) => [`certified-${job}`, certifiedCsv(batch, job)] as const)
  return Object.fromEntries(
    [...Object.entries(written), ...certified].map(([kind, text]) => {
      const name = kind === 'by-worker' ? 'payroll-by-worker' : kind
      return [kind, { name: fileName(batch, name), text }]
    }),
  )
}
