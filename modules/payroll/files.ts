import type { Id } from '#core/access/access.ts'
import { formatCsv } from '#lib/csv.ts'
import { addDays, weekdayOf, type Day } from '#lib/days.ts'
import { plainHours } from '#lib/numbers.ts'
import type { PayrollBatch, PayrollFile } from './entities.ts'
import { LEFT_OUT, type FileHead, type MappedColumn, type PayrollColumn } from './layout.ts'
import { sumHours, totalsOfRows, type PayrollRow, type PayrollWeek } from './rows.ts'

/** The fields of a batch that its files are written from. Batches of earlier versions have no head. */
export type Filed = Pick<
  PayrollBatch,
  'id' | 'starts_on' | 'ends_on' | 'reverses_id' | 'columns' | 'weeks' | 'rows'
> & {
  readonly head?: FileHead | null
}

/** The header of the batch that a line corrects, a last column where there is one. */
const CORRECTS = 'Corrects batch'
const yes = (value: boolean) => (value ? 'Y' : 'N')
const weeksById = ({ weeks }: Pick<Filed, 'weeks'>): ReadonlyMap<Id, PayrollWeek> =>
  new Map(weeks.map((week) => [week.timecard_id, week]))

type Cell = (row: PayrollRow, week: PayrollWeek, batch: Pick<Filed, 'id'>, mapped: MappedColumn) => unknown
const codeOf = ({ pay_type }: PayrollRow, { codes }: MappedColumn) => codes?.[pay_type] || pay_type
const isOther = ({ pay_type }: PayrollRow) => pay_type === 'DT' || pay_type === 'VAC' || pay_type === 'PERDIEM'
const hoursIf = (counts: boolean, { hours }: PayrollRow) => (counts ? plainHours(hours) : '')
/** "7:45", of hours to the hundredth; minutes are rounded. */
function durationOf({ hours }: PayrollRow): string {
  const minutes = Math.round(hours * 60)
  const [whole, rest] = [Math.trunc(minutes / 60), Math.abs(minutes % 60)]
  return `${minutes < 0 && whole === 0 ? '-' : ''}${whole}:${String(rest).padStart(2, '0')}`
}

const cells: Record<PayrollColumn, Cell> = {
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
  // The trade tables are keyed by license.
  trade_class: (_, { license }) => license,
  apprentice: (_, { license }) => yes(license === 'apprentice'),
  state: ({ state }) => state,
  overtime_reason: ({ overtime_reason }) => overtime_reason,
  entry_id: ({ entry_id }) => entry_id,
  batch_id: (_row, _week, { id }) => id,
  short_date: ({ date }) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(2, 4)}`,
  customer_job: ({ customer_name, project_name }) => [customer_name, project_name].filter(Boolean).join(':'),
  pay_code: (row, _week, _batch, mapped) => codeOf(row, mapped),
  regular_hours: (row) => hoursIf(!isOther(row) && row.pay_type !== 'OT', row),
  overtime_hours: (row) => hoursIf(row.pay_type === 'OT', row),
  other_hours: (row) => hoursIf(isOther(row), row),
  other_code: (row, _week, _batch, mapped) => (isOther(row) ? codeOf(row, mapped) : ''),
  duration: durationOf,
  fixed: (_row, _week, _batch, { text }) => text ?? '',
}

/** Lines of tabs, which QuickBooks Desktop imports: its header block first (rule payroll-layouts). */
function formatIif(rows: readonly (readonly unknown[])[], { company, company_number }: FileHead): string {
  const head = [
    ['!TIMERHDR', 'VER', 'REL', 'COMPANYNAME', 'IMPORTEDBEFORE', 'FROMTIMER', 'COMPANYCREATETIME'],
    ['TIMERHDR', '8', '0', company, 'N', 'Y', company_number],
  ]
  const line = (row: readonly unknown[]) => row.map((one) => String(one ?? '').replace(/[\t\r\n"]+/g, ' ')).join('\t')
  return [...head, ...rows].map((row) => `${line(row)}\r\n`).join('')
}

/** The lines of the payroll file: one per entry and pay type, but for per diem that the columns leave out. */
export function payrollLines(batch: Pick<Filed, 'id' | 'weeks' | 'rows'>, columns: readonly MappedColumn[]) {
  const weeks = weeksById(batch)
  return batch.rows.flatMap((row) => {
    const week = weeks.get(row.timecard_id)
    if (!week || columns.some(({ codes }) => codes?.[row.pay_type] === LEFT_OUT)) return []
    return [{ row, line: columns.map((mapped) => cells[mapped.column](row, week, batch, mapped)) }]
  })
}

/** The payroll file. For spreadsheets, what corrects another batch names it in an additional last column. */
export function payrollCsv(batch: Filed, columns: readonly MappedColumn[] = batch.columns): string {
  const { format = 'csv' } = batch.head ?? {}
  const corrects = format === 'csv' && batch.rows.some((row) => row.corrects !== undefined)
  const lines = payrollLines(batch, columns).map(({ row, line }) => (corrects ? [...line, row.corrects] : line))
  const header = columns.map((column) => column.header)
  const all = [corrects ? [...header, CORRECTS] : header, ...lines]
  if (format === 'iif' && batch.head) return formatIif(all, batch.head)
  // Programs other than spreadsheets take a byte order mark for part of the first value.
  return format === 'csv' ? formatCsv(all) : formatCsv(format === 'bare' ? lines : all).slice(1)
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
  extension = 'csv',
): string {
  const isChange = weeks.length > 0 && weeks.every((week) => week.kind === 'change')
  const mark = reverses_id !== null ? ['REVERSAL'] : isChange ? ['CHANGES'] : []
  const name = [kind, starts_on, 'to', ends_on, 'batch', id, ...mark].join('-')
  return `${name.replaceAll(/[^\w.-]+/g, '_')}.${extension}`
}

/** All files of a batch, by what its address calls them: `payroll`, `by-worker`, and `certified-26-001` for each such job. */
export function filesOf(batch: Filed & Pick<PayrollBatch, 'totals'>): Record<string, PayrollFile> {
  const written = { payroll: payrollCsv(batch), 'by-worker': summaryCsv(batch) }
  const certified = batch.totals.prevailing.map((job) => [`certified-${job}`, certifiedCsv(batch, job)] as const)
  return Object.fromEntries(
    [...Object.entries(written), ...certified].map(([kind, text]) => {
      const name = kind === 'by-worker' ? 'payroll-by-worker' : kind
      return [
        kind,
        { name: fileName(batch, name, kind === 'payroll' && batch.head?.format === 'iif' ? 'iif' : 'csv'), text },
      ]
    }),
  )
}
