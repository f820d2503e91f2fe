import { rgb } from 'pdf-lib'
import { addDays, formatMonth, type Day } from '#lib/days.ts'
import { formatMoment } from '#lib/moments.ts'
import { HEIGHT, linesOf } from '#lib/pdf/sheet.ts'
import { PAD } from '#lib/signature.ts'
import { ordinal } from '../../form.ts'
import { box, cell, LEFT, line, LOWEST, rich, richLines, RIGHT, room, say, type Board, type Printed } from './board.ts'

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
function statementOf({ data, form }: Printed): Paragraph[] {
  const { deductions, fringes, signed_by, signed_title } = form
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

const FALSIFICATION =
  'The willful falsification of any of the above statements may subject the contractor or subcontractor to civil or criminal prosecution. See section\u00a01001 of title 18 and section\u00a03729 of title 31 of the United States Code.'

/** The statement of compliance, signed as far as it is. */
export async function drawStatement(board: Board, printed: Printed) {
  const { form, now } = printed
  const { form_exceptions: exceptions, signed_at, signature_path } = form
  const paragraphs = statementOf(printed)
  const height = paragraphs
    .map(({ text, indent = 0 }) => richLines(board.sheet, text, RIGHT - LEFT - indent, 7.6).height + 5)
    .reduce((all, one) => all + one, 112 + 13 * exceptions.length)
  // It stands on one page, unless it is longer than one.
  room(board, Math.min(height, LOWEST - 60))
  board.y += 15
  await say(board, 'Statement of compliance', LEFT, board.y, { size: 11, bold: true })
  const date = signed_at ? `Date ${formatMoment(signed_at)}` : `Printed ${formatMoment(now)}`
  await say(board, date, LEFT, board.y, { bold: !!signed_at, quiet: !signed_at, end: RIGHT })
  line(board, board.y + 6)
  board.y += 12
  for (const { text, indent, mark } of paragraphs) {
    const top = await rich(board, text, { indent })
    if (mark === undefined) continue
    box(board, [LEFT + 11, top + 2, 7, 7])
    await say(board, mark, LEFT + 12.4, top + 8, { size: 6.5, bold: true })
  }
  const head = { craft: '(c) Exceptions, craft', explanation: 'Explanation' }
  const lines = exceptions.length ? exceptions : [{ craft: 'None', explanation: '' }]
  for (const one of [head, ...lines]) {
    const how = one === head ? { size: 6, bold: true, isHead: true } : { size: 6.5 }
    const said = linesOf(board.sheet, one.explanation, { size: 6.5, bold: false }, RIGHT - LEFT - 171)
    const high = Math.max(13, said.length * 8 + 4)
    room(board, high)
    await cell(board, [LEFT, board.y, 166, high], one.craft, how)
    await cell(board, [LEFT + 166, board.y, RIGHT - LEFT - 166, high], one.explanation, how)
    board.y += high
  }
  room(board, 66)
  await say(board, 'Name and title', LEFT, board.y + 16, { size: 6, quiet: true })
  await say(board, 'Signature', 291, board.y + 16, { size: 6, quiet: true })
  board.y += 48
  const by = form.signed_by ? `${form.signed_by}, ${form.signed_title}` : ''
  await say(board, by, LEFT, board.y - 4, { size: 8, bold: true })
  if (signature_path) {
    const stroke = { scale: 110 / PAD.width, borderColor: rgb(0.09, 0.23, 0.54), borderWidth: 5 }
    board.page.drawSvgPath(signature_path, { x: 330, y: HEIGHT - board.y + 35, ...stroke })
  }
  line(board, board.y, LEFT, 276)
  line(board, board.y, 291)
  board.y += 4
  await rich(board, FALSIFICATION, { size: 5.8 })
}
