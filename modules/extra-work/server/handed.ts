import { partOf } from '../../handover/slots.ts'
import { projects } from '../../projects/entities.ts'
import { extraWork } from '../entities.ts'

export const handedTickets = partOf({
  key: 'extra_work',
  label: 'Extra work tickets',
  order: 40,
  entity: extraWork,
  columns: ['date', 'asked_by_id'],
  async print(ticket, { letterhead, photos, zone }, { read }) {
    const [project] = await read((ctx) => ctx.shown(projects, { id: ticket.project_id }))
    const { ticketPdf } = await import('../ticket-pdf.ts')
    return ticketPdf(ticket, { letterhead, photos, customer: project?.customer_name ?? null, ...(zone && { zone }) })
  },
})
