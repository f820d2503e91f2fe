import { linesOf } from '#lib/pdf/sheet.ts'
import { addDays, weekdayOf } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import {
  classText,
  factors,
  grossOf,
  hoursOf,
  kindNames,
  lastFirst,
  moneyText,
  type FormRow,
  type Kind,
} from '../../form.ts'
import { box, cell, LEFT, rich, RIGHT, say, turn, type Board, type Box, type Printed, type Text } from './board.ts'

/** How many lines of people a page has. */
const MOST = 6
/** Where the columns of people begin; the last is their end. */
const X = [28, 121, 187, 202, 223, 244, 265, 286.5, 308, 329, 350, 376, 413.5, 456.5, 485.5, 519, 547, RIGHT] as const
const DAY = 3
const LINE = 15
const initials = ['Su', 'M', 'Tu', 'W', 'Th', 'F', 'Sa']

/** What stands at the top of a page of people, and the heads of their columns. */
async function drawHead(board: Board, { data }: Printed) {
  const [y, height] = [board.y, 24]
  const fact = async ([x, top, width]: readonly [number, number, number], label: string, value: string) => {
    box(board, [x, top, width, height])
    await say(board, label, x + 5, top + 8.5, { size: 5.5, quiet: true })
    const [first = ''] = linesOf(board.sheet, value, { size: 7.5, bold: true }, width - 8)
    await say(board, first, x + 5, top + 18.5, { size: 7.5, bold: true })
  }
  const [month, day] = [addDays(data.week_start, 6).slice(5, 7), addDays(data.week_start, 6).slice(8)]
  await fact([LEFT, y, 317], 'Contractor', data.contractor)
  await fact([LEFT + 317, y, RIGHT - LEFT - 317], 'Address', data.address)
  const second = y + height
  await fact([LEFT, second, 71], 'For week ending', `${month}/${day}/${addDays(data.week_start, 6).slice(0, 4)}`)
  const where = [`${data.project_number} ${data.project_name}`, data.location].filter(Boolean).join(', ')
  await fact([LEFT + 71, second, 246], 'Project and location', where)
  await fact([LEFT + 317, second, 104], 'Project or contract no.', data.contract_number)
  await fact([LEFT + 421, second, RIGHT - LEFT - 421], 'Wage decision', data.wage_decision)
  const top = second + height + 7
  const head = (from: number, to: number, text: string, [at, high]: readonly [number, number] = [0, 34]) =>
    cell(board, [X[from] ?? 0, top + at, (X[to] ?? 0) - (X[from] ?? 0), high], text, {
      size: 6,
      bold: true,
      align: 'middle',
      isHead: true,
    })
  await head(0, 1, 'Name, last four of SSN')
  await head(1, 2, 'Work classification')
  await head(2, DAY, 'OT\nST')
  await head(DAY, DAY + 7, 'Day and date, hours worked each day', [0, 14])
  for (let at = 0; at < 7; at++) {
    const date = addDays(data.week_start, at)
    await head(DAY + at, DAY + at + 1, `${initials[weekdayOf(date)]}\n${Number(date.slice(8))}`, [14, 20])
  }
  await head(10, 11, 'Total hours')
  await head(11, 12, 'Rate, fringe in cash')
  await head(12, 13, 'Gross, this job\nall jobs')
  await head(13, 16, 'Deductions', [0, 14])
  for (const [at, text] of ['FICA', 'Withheld', 'Other'].entries()) await head(13 + at, 14 + at, text, [14, 20])
  await head(16, 17, 'Net wages')
  board.y = top + 34
}

const shown = (value: number | null | undefined) => (value === null || value === undefined ? '' : moneyText(value))

/** A row of the form: lines of overtime and straight time, and of double time where there is any. */
async function drawRow(board: Board, row: FormRow) {
  const kinds: readonly Kind[] = hoursOf(row, ['double']) ? ['double', 'overtime', 'regular'] : ['overtime', 'regular']
  const y = board.y
  const height = kinds.length * LINE
  const at = (from: number, to: number, top = y, high = height): Box => [
    X[from] ?? 0,
    top,
    (X[to] ?? 0) - (X[from] ?? 0),
    high,
  ]
  box(board, at(0, 1))
  const [first = '', ...others] = linesOf(board.sheet, lastFirst(row.name), { size: 7, bold: true }, 88)
  await say(board, first, LEFT + 3.5, y + 10, { bold: true })
  if (others[0]) await say(board, others[0], LEFT + 3.5, y + 18, { bold: true })
  await say(board, row.last_four ? `xxx-xx-${row.last_four}` : '', LEFT + 3.5, y + (others[0] ? 26 : 20), { size: 6.5 })
  await cell(board, at(1, 2), classText(row), { size: 6 })
  for (const [nth, kind] of kinds.entries()) {
    const top = y + nth * LINE
    const one = (from: number, text: string, how: Text = {}, align: 'middle' | 'end' = 'end') =>
      cell(board, at(from, from + 1, top, LINE), text, { size: 6.5, align, ...how })
    await one(2, kindNames[kind], {}, 'middle')
    for (const [day, hours] of row.hours[kind].entries())
      await one(DAY + day, hours ? formatNumber(hours) : '', {}, 'middle')
    const hours = hoursOf(row, [kind])
    await one(10, hours ? formatNumber(hours) : '')
    const rate = row.rate === null ? '' : moneyText(row.rate * factors[kind])
    await one(
      11,
      row.fringe_cash && rate ? `${rate}/${moneyText(row.fringe_cash)}` : rate,
      row.fringe_cash ? { size: 5 } : {},
    )
    const gross =
      nth === 0
        ? `${shown(row.gross)}${row.typed && row.gross !== null ? '*' : ''}`
        : kind === 'regular'
          ? shown(row.pay?.gross)
          : ''
    await one(12, gross, { bold: nth === 0 })
  }
  for (const [nth, name] of (['fica', 'withheld', 'other'] as const).entries())
    await cell(board, at(13 + nth, 14 + nth), shown(row.pay?.[name]), { size: 6, align: 'end' })
  await cell(board, at(16, 17), shown(row.pay?.net), { size: 6.3, bold: true, align: 'end' })
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
  if (!rows.length)
    await cell(board, [LEFT, board.y, RIGHT - LEFT, 30], 'No work performed', { size: 9, bold: true, align: 'middle' })
  board.y += rows.length ? 0 : 30
  const total = (from: number, to: number, text: string, bold = false) =>
    cell(board, [X[from] ?? 0, board.y, (X[to] ?? 0) - (X[from] ?? 0), LINE], text, {
      bold,
      align: 'end',
      isHead: true,
    })
  await total(0, 10, 'Total on this job')
  await total(10, 11, formatNumber(rows.reduce((all, row) => all + Math.round(hoursOf(row) * 100), 0) / 100), true)
  await total(11, 12, '')
  await total(12, 13, shown(grossOf(rows)), true)
  await total(13, 17, '')
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
