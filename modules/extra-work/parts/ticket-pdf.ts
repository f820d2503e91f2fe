import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import type { Letterhead } from '#lib/pdf/letterhead.ts'
import { createPaper } from '#lib/pdf/paper.ts'
import type { Services } from '#blocks/services/services.tsx'
import { dayIn, formatDay, formatWeekday } from '#lib/days.ts'
import { formatMoney } from '#lib/money.ts'
import { deviceZone } from '#lib/moments.ts'
import { formatHours, formatNumber } from '#lib/numbers.ts'
import { PAD } from '#lib/signature.ts'
import { attachments } from '../../attachments/entities.ts'
import { jpegsOf } from '../../attachments/index.ts'
import { projects } from '../../projects/entities.ts'
import { numberOf } from '../../work-items/entities.ts'
import { extraWork, type ExtraWork } from '../entities.ts'
import { amountOf, hoursOf } from '../guards.ts'
import { kindLabels } from './labels.ts'

/** The parts of a line's width: its name, what it is of, how much, and what that costs. */
const WIDTHS = [0.45, 0.25, 0.15, 0.15] as const
const dayOf = (moment: string) => formatDay(dayIn(deviceZone, new Date(moment)))

export interface AroundTicket {
  readonly letterhead: Letterhead
  /** The customer's name. */
  readonly customer: string | null
  /** JPEGs. */
  readonly photos: readonly Uint8Array[]
}

/** A PDF of a ticket, with its hours, materials and photos, and who signed for them or why nobody did. */
export async function ticketPdf(
  ticket: ExtraWork,
  { letterhead, customer, photos }: AroundTicket,
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
    write(`${ticket.signed_by}, ${dayOf(ticket.signed_at)}`, { quiet: true })
  } else if (ticket.refused_at) {
    write(`Not signed: ${ticket.refused_reason} (${ticket.refused_name}, ${dayOf(ticket.refused_at)})`, { bold: true })
  } else write('Not signed', { quiet: true })
  return paper.finish([letterhead.company, name, subtitle(ticket)].join(' · '))
}

/** Fetches the photos, and downloads the PDF. @throws when a photo cannot be loaded */
export async function ticketFile(ticket: ExtraWork, services: Services): Promise<void> {
  const { api, store } = services
  const own = await api(attachments, { attachable_type: extraWork.table, attachable_id: ticket.id }).fetchAll()
  if (!own.ok) throw new Error(own.message || 'The photos could not be loaded.')
  const bytes = await ticketPdf(ticket, {
    letterhead: await letterheadOf(services),
    customer: store.of(projects).peek(ticket.project_id)?.customer_name ?? null,
    photos: await jpegsOf(own.data, api),
  })
  download(pdfBlob(bytes), `Extra work ${numberOf(ticket)}.pdf`)
}
