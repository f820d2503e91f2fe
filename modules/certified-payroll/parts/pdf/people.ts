import { linesOf } from '#lib/pdf/sheet.ts'
import { addDays, weekdayOf } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import { classText, factors, grossOf, hoursOf, kindNames, lastFirst, moneyText, type FormRow } from '../../form.ts'
import { daysOf } from '../../week.ts'
import { box, cell, LEFT, rich, RIGHT, say, turn, type Board, type Box, type Cell, type Printed } from './board.ts'

/** How many lines of people a page has. */
const MOST = 6
/** Where the columns of people begin; the last is their end. */
const X = [28, 121, 187, 202, 223, 244, 265, 286.5, 308, 329, 350, 376, 413.5, 456.5, 485.5, 519, 547, RIGHT] as const
const [DAY, LINE] = [3, 15]
const initials = ['Su', 'M', 'Tu', 'W', 'Th', 'F', 'Sa']

/** The box from one column to another. */
const span = (from: number, to: number, top: number, height: number): Box => [
  X[from] ?? 0,
  top,
  (X[to] ?? 0) - (X[from] ?? 0),
  height,
]

/** What a page says of the job and week: the line, where it begins and ends, its label and its value. */
function factsOf({ week_start, ...data }: Printed['data']) {
  const [year, month, day] = addDays(week_start, 6).split('-')
  const where = [`${data.project_number} ${data.project_name}`, data.location].filter(Boolean).join(', ')
  return [
    [0, LEFT, 345, 'Contractor', data.contractor],
    [0, 345, RIGHT, 'Address', data.address],
    [1, LEFT, 99, 'For week ending', `${month}/${day}/${year}`],
    [1, 99, 345, 'Project and location', where],
    [1, 345, 449, 'Project or contract no.', data.contract_number],
    [1, 449, RIGHT, 'Wage decision', data.wage_decision],
  ] as const
}

type Head = readonly [from: number, to: number, text: string, top?: number, height?: number]

/** The heads of the columns: from and to which, what they say, and which part of the height they have. */
const headsOf = ({ week_start }: Printed['data']): readonly Head[] => [
  [0, 1, 'Name, last four of SSN'],
  [1, 2, 'Work classification'],
  [2, DAY, 'OT\nST'],
  [DAY, DAY + 7, 'Day and date, hours worked each day', 0, 14],
  ...daysOf(week_start).map((date, at) => {
    const text = `${initials[weekdayOf(date)]}\n${Number(date.slice(8))}`
    return [DAY + at, DAY + at + 1, text, 14, 20] as const
  }),
  [10, 11, 'Total hours'],
  [11, 12, 'Rate, fringe in cash'],
  [12, 13, 'Gross, this job\nall jobs'],
  [13, 16, 'Deductions', 0, 14],
  [13, 14, 'FICA', 14, 20],
  [14, 15, 'Withheld', 14, 20],
  [15, 16, 'Other', 14, 20],
  [16, 17, 'Net wages'],
]

/** What stands at the top of a page of people, and the heads of their columns. */
async function drawHead(board: Board, { data }: Printed) {
  for (const [nth, from, to, label, value] of factsOf(data)) {
    const top = board.y + nth * 24
    box(board, [from, top, to - from, 24])
    await say(board, label, from + 5, top + 8.5, { size: 5.5, quiet: true })
    const [first = ''] = linesOf(board.sheet, value, { size: 7.5, bold: true }, to - from - 8)
    await say(board, first, from + 5, top + 18.5, { size: 7.5, bold: true })
  }
  board.y += 55
  for (const [from, to, text, top = 0, height = 34] of headsOf(data)) {
    const how = { size: 6, bold: true, align: 'middle', isHead: true } as const
    await cell(board, span(from, to, board.y + top, height), text, how)
  }
  board.y += 34
}

const shown = (value: number | null | undefined) => moneyText(value, '')
const hoursText = (hours: number) => (hours ? formatNumber(hours) : '')

/** A row of the form: lines of overtime and straight time, and of double time where there is any. */
async function drawRow(board: Board, row: FormRow) {
  const { y } = board
  const kinds = (['double', 'overtime', 'regular'] as const).filter(
    (kind) => kind !== 'double' || hoursOf(row, [kind]) > 0,
  )
  const height = kinds.length * LINE
  const put = (column: number, text: string, how: Cell) => cell(board, span(column, column + 1, y, height), text, how)
  box(board, span(0, 1, y, height))
  const names = linesOf(board.sheet, lastFirst(row.name), { size: 7, bold: true }, 88).slice(0, 2)
  for (const [nth, name] of names.entries()) await say(board, name, LEFT + 3.5, y + 10 + nth * 8, { bold: true })
  const digits = row.last_four ? `xxx-xx-${row.last_four}` : ''
  await say(board, digits, LEFT + 3.5, y + (names.length > 1 ? 26 : 20), { size: 6.5 })
  await put(1, classText(row), { size: 6 })
  for (const [nth, kind] of kinds.entries()) {
    const rate = row.rate === null ? '' : moneyText(row.rate * factors[kind])
    const gross = `${shown(row.gross)}${row.typed && row.gross !== null ? '*' : ''}`
    const texts = [
      kindNames[kind],
      ...row.hours[kind].map(hoursText),
      hoursText(hoursOf(row, [kind])),
      row.fringe_cash && rate ? `${rate}/${moneyText(row.fringe_cash)}` : rate,
      nth === 0 ? gross : kind === 'regular' ? shown(row.pay?.gross) : '',
    ]
    for (const [at, text] of texts.entries()) {
      const column = 2 + at
      const size = column === 11 && row.fringe_cash ? 5 : 6.5
      const align = column < DAY + 7 ? 'middle' : 'end'
      const bold = column === 12 && nth === 0
      await cell(board, span(column, column + 1, y + nth * LINE, LINE), text, { size, align, bold })
    }
  }
  for (const [nth, name] of (['fica', 'withheld', 'other'] as const).entries())
    await put(13 + nth, shown(row.pay?.[name]), { size: 6, align: 'end' })
  await put(16, shown(row.pay?.net), { size: 6.3, bold: true, align: 'end' })
  board.y += height
}

/** The people with their hours and pay, and what they come to. */
export async function drawPeople(board: Board, printed: Printed) {
  const { rows, approved_by, changes } = printed.data
  for (let from = 0; from === 0 || from < rows.length; from += MOST) {
    if (from) turn(board)
    await drawHead(board, printed)
    for (const row of rows.slice(from, from + MOST)) await drawRow(board, row)
  }
  if (!rows.length) {
    await cell(board, span(0, 17, board.y, 30), 'No work performed', { size: 9, bold: true, align: 'middle' })
    board.y += 30
  }
  const hours = rows.reduce((all, row) => all + Math.round(hoursOf(row) * 100), 0) / 100
  for (const [from, to, text] of [
    [0, 10, 'Total on this job'],
    [10, 11, formatNumber(hours)],
    [11, 12, ''],
    [12, 13, shown(grossOf(rows))],
    [13, 17, ''],
  ] as const)
    await cell(board, span(from, to, board.y, LINE), text, { bold: from > 0, align: 'end', isHead: true })
  board.y += LINE + 3
  const by = approved_by.length ? `, approved by ${approved_by.join(', ')}` : ''
  const typed = rows.some((row) => row.typed) ? ', but for * as typed' : ''
  await rich(
    board,
    `Hours: Plumbline${by}. Gross of this job: hours times rate${typed}. Gross of all jobs, deductions and net: as payroll paid them.`,
    { size: 5.8, gap: 3 },
  )
  if (changes.length) await rich(board, `**Amended.** What changed: ${changes.join('; ')}.`, { size: 6.5, gap: 3 })
}
