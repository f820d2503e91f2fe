import { formatCsv } from '#lib/csv.ts'
import { addDays } from '#lib/days.ts'
import { plainMoney } from '#lib/money.ts'
import { plainHours } from '#lib/numbers.ts'
import type { CertifiedPayroll } from './entities.ts'
import { deductionsOf, factors, hoursOf, kinds, lastFirst, type FormData, type FormRow } from './form.ts'

const short = { regular: 'st', overtime: 'ot', double: 'dt' } as const
const amount = (value: number | null | undefined) => (value === null || value === undefined ? null : plainMoney(value))
const cents = (value: number) => plainMoney(Math.round(value * 100) / 100)

/** What a form says beside its data. */
type Head = Pick<CertifiedPayroll, 'number' | 'amendment' | 'final'>
type Column = readonly [name: string, cell: (row: FormRow, form: FormData & Head, entry: number) => unknown]

/** The columns of a form's file, a line for each row of it (rule certified-payroll-file). */
const columns: readonly Column[] = [
  ['payroll_number', (_, { number }) => number],
  ['amendment', (_, { amendment }) => amendment],
  ['final', (_, { final }) => (final ? 'Y' : 'N')],
  ['week_ending', (_, { week_start }) => addDays(week_start, 6)],
  ['project_number', (_, { project_number }) => project_number],
  ['contract_number', (_, { contract_number }) => contract_number],
  ['wage_decision', (_, { wage_decision }) => wage_decision],
  ['worker_entry', (_, __, entry) => entry],
  ['last_name', ({ name }) => lastFirst(name).split(', ')[0]],
  ['first_name', ({ name }) => lastFirst(name).split(', ')[1]],
  ['identifying_number', ({ last_four }) => last_four],
  [
    'journeyworker_or_apprentice',
    ({ period, percent }) => (period === null ? 'J' : `RA ${period} ${percent ?? ''}`.trim()),
  ],
  ['classification', (row) => row.class],
  ...[0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
    kinds.map((kind): Column => [`day_${day + 1}_${short[kind]}`, (row) => plainHours(row.hours[kind][day] ?? 0)]),
  ),
  ['total_hours', (row) => plainHours(hoursOf(row))],
  ...kinds.map((kind): Column => [
    `rate_${short[kind]}`,
    ({ rate }) => (rate === null ? null : cents(rate * factors[kind])),
  ]),
  ['fringe_credit', (row) => cents(hoursOf(row) * row.fringe_plans)],
  ['in_lieu_of_fringe', (row) => cents(hoursOf(row) * row.fringe_cash)],
  ['gross_project', ({ gross }) => amount(gross)],
  ['gross_project_source', ({ typed }) => (typed ? 'typed' : 'hours x rate')],
  ['gross_all_work', ({ pay }) => amount(pay?.gross)],
  ['tax_withheld', ({ pay }) => amount(pay?.withheld)],
  ['fica', ({ pay }) => amount(pay?.fica)],
  ['other_deductions', ({ pay }) => amount(pay?.other)],
  ['total_deductions', ({ pay }) => amount(pay && deductionsOf(pay))],
  ['net_pay', ({ pay }) => amount(pay?.net)],
]

export const columnNames = columns.map(([name]) => name)

/** A form's data as CSV; a person's rows have one entry number. */
export function formCsv(form: FormData, head: Head): string {
  const people = [...new Set(form.rows.map(({ user_id }) => user_id))]
  const lines = form.rows.map((row) =>
    columns.map(([, cell]) => cell(row, { ...head, ...form }, people.indexOf(row.user_id) + 1)),
  )
  return formatCsv([columnNames, ...lines])
}
