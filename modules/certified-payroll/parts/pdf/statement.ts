import { addDays, formatMonth, type Day } from '#lib/days.ts'
import type { CertifiedPayroll } from '../../entities.ts'
import { ordinal, type FormData } from '../../form.ts'

/** What the statement says beyond the form's data. */
export type Stated = Pick<CertifiedPayroll, 'fringes' | 'deductions' | 'signed_by' | 'signed_title' | 'signature_path'>

const dayText = (day: Day) => `**${ordinal(Number(day.slice(8)))}** day of **${formatMonth(day)}**`

interface Paragraph {
  readonly text: string
  readonly indent?: number
  /** What is in the box before it. */
  readonly mark?: '' | 'X'
}

/**
 * The statement of compliance in its paragraphs; what is filled in stands between asterisks (rule certified-payroll-print).
 * Of the two ways to pay fringe benefits both are printed, and one or both are marked.
 */
export function statementOf(data: FormData, stated: Stated): Paragraph[] {
  const { deductions, fringes, signed_by, signed_title } = stated
  const who = signed_by ? `**${signed_by}**, **${signed_title}**` : '______________________________'
  const { contractor, project_name, week_start, programs } = data
  return [
    { text: `I, ${who}, do hereby state:` },
    {
      text: `(1) That I pay or supervise the payment of the persons employed by **${contractor}** on the **${project_name}**; that during the payroll period commencing on the ${dayText(week_start)}, and ending the ${dayText(addDays(week_start, 6))}, all persons employed on said project have been paid the full weekly wages earned, that no rebates have been or will be made either directly or indirectly to or on behalf of said **${contractor}** from the full weekly wages earned by any person and that no deductions have been made either directly or indirectly from the full wages earned by any person, other than permissible deductions as defined in Regulations, Part 3 (29 C.F.R. Subtitle A), issued by the Secretary of Labor under the Copeland Act, as amended (48 Stat. 948, 63 Stat. 108, 72 Stat. 967; 76 Stat. 357; 40 U.S.C. § 3145), and described below:`,
    },
    { text: deductions ?? (data.rows.length ? '______________________________' : 'None.'), indent: 11 },
    {
      text: '(2) That any payrolls otherwise under this contract required to be submitted for the above period are correct and complete; that the wage rates for laborers or mechanics contained therein are not less than the applicable wage rates contained in any wage determination incorporated into the contract; that the classifications set forth therein for each laborer or mechanic conform with the work he performed.',
    },
    {
      text: `(3) That any apprentices employed in the above period are duly registered in a bona fide apprenticeship program registered with a State apprenticeship agency recognized by the Bureau of Apprenticeship and Training, United States Department of Labor, or if no such recognized agency exists in a State, are registered with the Bureau of Apprenticeship and Training, United States Department of Labor. ${programs.map(({ name, program }) => `**${name}**: ${program}.`).join(' ')}`,
    },
    { text: '(4) That:' },
    {
      mark: fringes === 'cash' ? '' : 'X',
      indent: 25,
      text: '**(a) Where fringe benefits are paid to approved plans, funds, or programs** – in addition to the basic hourly wage rates paid to each laborer or mechanic listed in the above referenced payroll, payments of fringe benefits as listed in the contract have been or will be made to appropriate programs for the benefit of such employees, except as noted in section\u00a04(c) below.',
    },
    {
      mark: fringes === 'plans' ? '' : 'X',
      indent: 25,
      text: '**(b) Where fringe benefits are paid in cash** – each laborer or mechanic listed in the above referenced payroll has been paid, as indicated on the payroll, an amount not less than the sum of the applicable basic hourly wage rate plus the amount of the required fringe benefits as listed in the contract, except as noted in section\u00a04(c) below.',
    },
  ]
}

export const FALSIFICATION =
  'The willful falsification of any of the above statements may subject the contractor or subcontractor to civil or criminal prosecution. See section\u00a01001 of title 18 and section\u00a03729 of title 31 of the United States Code.'
