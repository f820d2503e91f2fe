import type { Letterhead } from '#lib/pdf/letterhead.ts'
import { createPaper } from '#lib/pdf/paper.ts'
import { printedDay } from '#lib/pdf/printed-day.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatMoney } from '#lib/money.ts'
import { formatHours, formatNumber } from '#lib/numbers.ts'
import { PAD } from '#lib/signature.ts'
import { numberOf } from '../work-items/entities.ts'
import { extraWork, type ExtraWork } from './entities.ts'
import { amountOf, hoursOf } from './guards.ts'
import { kindLabels } from './labels.ts'

/** The parts of a line's width: its name, what it is of, how much, and what that costs. */
const WIDTHS = [0.45, 0.25, 0.15, 0.15] as const

export interface AroundTicket {
  readonly letterhead: Letterhead
  /** The customer's name. */
  readonly customer: string | null
  /** JPEGs. */
  readonly photos: readonly Uint8Array[]
  /** The time zone that decides the day of a moment, an IANA name; by default this device's. */
  readonly zone?: string
}

/** A PDF of a ticket, with its hours, materials and photos, and who signed for them or why nobody did. */
export async function ticketPdf(
  ticket: ExtraWork,
  { letterhead, customer, photos, zone }: AroundTicket,
): Promise<Uint8Array> {
  const { title, subtitle } = extraWork.display
  const name = `Extra work ticket ${numberOf(ticket)}`
  const paper = await createPaper(title(ticket), letterhead)
  const { write, fact, row, space } = paper
  const table = (head: string, rows: readonly string[][]) => {
    if (!rows.length) return
    space(10)
    write(head, { bold: true, gap: 4 })
    for (const cells of rows) row(cells, WIDTHS, { size: 10, gap: 2 })
  }
  const amount = amountOf(ticket)
  paper.letterhead()
  write(name, { bold: true, quiet: true })
  write(ticket.title, { size: 18, bold: true, gap: 2 })
  write(subtitle(ticket), { quiet: true, gap: 10 })
  fact('Customer', customer)
  fact('Day', `${formatWeekday(ticket.date)}, ${ticket.date.slice(0, 4)}`)
  fact('Requested by', ticket.asked_by_name)
  fact('Recorded by', ticket.user_name)
  if (ticket.description) write(ticket.description, { gap: 8 })
  table('People', [
    ...ticket.people.map((one) => [one.name, one.trade ?? '', kindLabels[one.kind], `${formatHours(one.hours)} h`]),
    ...(ticket.people.length > 1 ? [['', '', 'Total', `${formatHours(hoursOf(ticket))} h`]] : []),
  ])
  table('Materials and equipment', [
    ...ticket.materials.map((one) => [
      one.description,
      kindLabels[one.kind],
      [formatNumber(one.quantity), one.unit].filter(Boolean).join(' '),
      typeof one.price === 'number' ? formatMoney(one.quantity * one.price) : '',
    ]),
    ...(amount === null ? [] : [['', '', 'Total', formatMoney(amount)]]),
  ])
  space(12)
  paper.photos(photos)
  if (ticket.signature_path && ticket.signed_at) {
    write('Signed', { bold: true })
    paper.stroke(ticket.signature_path, PAD, 180)
    write(`${ticket.signed_by}, ${printedDay(ticket.signed_at, zone)}`, { quiet: true })
  } else if (ticket.refused_at) {
    write(`Not signed: ${ticket.refused_reason} (${ticket.refused_name}, ${printedDay(ticket.refused_at, zone)})`, {
      bold: true,
    })
  } else write('Not signed', { quiet: true })
  return paper.finish([letterhead.company, name, subtitle(ticket)].join(' · '))
}
