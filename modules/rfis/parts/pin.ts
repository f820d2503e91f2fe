import { can } from '#core/access/access.ts'
import type { WorkKind } from '../../work-items/index.ts'
import { numberOf } from '../../work-items/entities.ts'
import { rfis, type Rfi } from '../entities.ts'
import { ballInCourt } from '../guards.ts'

/** RFIs as pins on drawings. */
export const rfiPin: WorkKind = {
  entity: rfis,
  label: 'RFI',
  open: { view: 'open' },
  turn: ballInCourt,
  face(rfi: Rfi) {
    const number = numberOf(rfi)
    if (rfi.resolved_at) return { tone: 'done', icon: rfis.display.icon, number, state: 'Resolved' }
    if (!rfi.sent_at) return { tone: 'neutral', icon: rfis.display.icon, number, state: 'Draft' }
    return { tone: 'attention', icon: rfis.display.icon, number, state: `With ${rfi.assigned_name ?? 'nobody'}` }
  },
  make: () => import('../dialogs/rfi-dialog.tsx'),
  mayMake: can('create', 'rfis'),
}
