import type { FacetValue, Viewer } from '#blocks/work-list/facets.ts'
import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { LAST } from '#blocks/work-list/facets.ts'
import { rfis, type Rfi } from '../entities.ts'
import { ballInCourt, follows } from '../guards.ts'
import { columns } from './columns.tsx'
import { csv } from './csv.ts'
import { daysLate } from './labels.ts'

const isOpen = ({ resolved_at }: Rfi) => resolved_at === null

/** Whose turn it is: the user's come first, and those of nobody last. */
function turnOf(rfi: Rfi, { me }: Viewer): FacetValue {
  const turn = ballInCourt(rfi)
  if (turn === null) return { value: 'nobody', label: 'Resolved', rank: LAST }
  if (turn === me) return { value: 'me', label: 'With you', rank: -1 }
  const name = turn === rfi.assigned_id ? rfi.assigned_name : rfi.user_name
  return { value: String(turn), label: `With ${name ?? 'someone'}` }
}

/** The RFIs of a project by whose turn it is. */
export const rfiList: WorkListSpec<typeof rfis> = {
  entity: rfis,
  columns: [columns.number, columns.title, columns.turn, columns.cost, columns.age, columns.due],
  views: [
    { key: 'all', label: 'All', fits: () => true },
    { key: 'open', label: 'Open', fits: isOpen, empty: 'No RFI is open.' },
    {
      key: 'mine',
      label: 'For me',
      fits: (rfi, { me }) => isOpen(rfi) && follows(rfi, me),
      empty: 'No RFI is for you.',
    },
    { key: 'late', label: 'Late', fits: (rfi, { today }) => daysLate(rfi, today) > 0, empty: 'No RFI is late.' },
  ],
  facets: [{ name: 'turn', label: 'Ball in court', of: turnOf, none: '' }, 'state', 'assigned_id', 'cost_impact'],
  group: 'turn',
  sort: 'due_date',
  late: daysLate,
  isDone: (rfi) => !isOpen(rfi),
  batch: ['assigned_id', 'due_date'],
  csv,
}
