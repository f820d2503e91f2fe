import { formatCsv } from '#lib/csv.ts'
import { addDays } from '#lib/days.ts'
import { plainMoney } from '#lib/money.ts'
import { plainHours } from '#lib/numbers.ts'
import type { CertifiedPayroll } from './entities.ts'
import { deductionsOf, factors, hoursOf, kinds, lastFirst, type FormData, type FormRow } from './form.ts'

const days = [0, 1, 2, 3, 4, 5, 6]
const short = { regular: 'st', overtime: 'ot', double: 'dt' } as const
const amount = (value: number | null | undefined) => (value === null || value === undefined ? null : plainMoney(value))

type Head = Pick<CertifiedPayroll, 'number' | 'amendment' | 'final'>

/** The columns of a form's file, a line for each row of it (rule certified-payroll-file). */
const columns: Readonly<Record<string, (row: FormRow, at: { entry: number; form: FormData; head: Head }) => unknown>> =
  {
    payroll_number: (_, { head }) => head.number,
    amendment: (_, { head }) => head.amendment,
    final: (_, { head }) => (head.final ? 'Y' : 'N'),
    week_ending: (_, { form }) => addDays(form.week_start, 6),
    project_number: (_, { form }) => form.project_number,
    contract_number: (_, { form }) => form.contract_number,
    wage_decision: (_, { form }) => form.wage_decision,
    worker_entry: (_, { entry }) => entry,
    last_name: ({ name }) => lastFirst(name).split(', ')[0],
    first_name: ({ name }) => lastFirst(name).split(', ')[1],
    identifying_number: ({ last_four }) => last_four,
    journeyworker_or_apprentice: ({ period, percent }) =>
      period === null ? 'J' : `RA ${period} ${percent ?? ''}`.trim(),
    classification: (row) => row.class,
    ...Object.fromEntries(
      days.flatMap((day) =>
        kinds.map((kind) => [
          `day_${day + 1}_${short[kind]}`,
          ({ hours }: FormRow) => plainHours(hours[kind][day] ?? 0),
        ]),
      ),
    ),
    total_hours: (row) => plainHours(hoursOf(row)),
    ...Object.fromEntries(
      kinds.map((kind) => [
        `rate_${short[kind]}`,
        ({ rate }: FormRow) => amount(rate === null ? null : Math.round(rate * factors[kind] * 100) / 100),
      ]),
    ),
    fringe_credit: (row) => amount(Math.round(hoursOf(row) * row.fringe_plans * 100) / 100),
    in_lieu_of_fringe: (row) => amount(Math.round(hoursOf(row) * row.fringe_cash * 100) / 100),
    gross_project: ({ gross }) => amount(gross),
    gross_project_source: ({ typed }) => (typed ? 'typed' : 'hours x rate'),
    gross_all_work: ({ pay }) => amount(pay?.gross),
    tax_withheld: ({ pay }) => amount(pay?.withheld),
    fica: ({ pay }) => amount(pay?.fica),
    other_deductions: ({ pay }) => amount(pay?.other),
    total_deductions: ({ pay }) => amount(pay && deductionsOf(pay)),
    net_pay: ({ pay }) => amount(pay?.net),
  }

export const columnNames = Object.keys(columns)

/** A form's data as CSV; a person's rows have one entry number. */
export function formCsv(form: FormData, head: Head): string {
  const people = [...new Set(form.rows.map(({ user_id }) => user_id))]
  const lines = form.rows.map((row) => {
    const at = { entry: people.indexOf(row.user_id) + 1, form, head }
    return Object.values(columns).map((cell) => cell(row, at))
  })
  return formatCsv([columnNames, ...lines])
}
