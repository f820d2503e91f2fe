import { numberOf } from '../../work-items/entities.ts'
import type { WorkKind } from '../../work-items/index.ts'
import { extraWork, type ExtraWork } from '../entities.ts'

/** Extra work as pins on drawings. */
export const ticketPin: WorkKind = {
  entity: extraWork,
  label: 'Extra work',
  face(ticket: ExtraWork) {
    const { icon } = extraWork.display
    const number = numberOf(ticket)
    if (ticket.billed_at) return { tone: 'done', icon, number, state: 'Billed' }
    if (ticket.sent_at) return { tone: 'primary', icon, number, state: 'Sent' }
    if (ticket.signed_at) return { tone: 'primary', icon, number, state: `Signed by ${ticket.signed_by ?? 'somebody'}` }
    return { tone: 'attention', icon, number, state: ticket.refused_at ? 'Refused' : 'Not signed' }
  },
  make: () => import('../dialogs/ticket-dialog.tsx'),
}
