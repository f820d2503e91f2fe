import { formatDay } from '#lib/days.ts'
import type { WorkKind } from '../../work-items/index.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { workOf } from './labels.ts'

const looks = {
  open: { tone: 'alarm', icon: 'map-pin' },
  completed: { tone: 'done', icon: 'check' },
  closed: { tone: 'neutral', icon: 'check' },
} as const

/** Punch items as pins on drawings. */
export const punchPin: WorkKind = {
  entity: punchItems,
  label: 'Punch',
  open: { state: 'open' },
  face(item: PunchItem) {
    const work = workOf(item)
    const due = item.due_date === null ? '' : ` · due ${formatDay(item.due_date)}`
    const state = {
      open: `${item.assigned_name ?? 'Nobody'}${due}`,
      completed: 'Completed, to close',
      closed: 'Closed',
    }
    return { ...looks[work], number: item.number === null ? '' : String(item.number), state: state[work] }
  },
  make: () => import('../dialogs/punch-item-dialog.tsx'),
}
