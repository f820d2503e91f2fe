import type { Ctx } from '#server/define-server.ts'
import { numberOf } from '../work-items/entities.ts'
import { letterOf, tellsOf } from '../work-items/tell.ts'
import { punchItems, type PunchItem } from './entities.ts'

const letter = (item: PunchItem, first: string, ctx: Ctx) =>
  letterOf(punchItems, item, first, ctx, [
    ...(item.location === null ? [] : [`Location: ${item.location}`]),
    ...(item.description === null ? [] : ['', item.description]),
  ])

/** Who hears of a punch item: whoever does it, and who checks it; whoever did it, that it was rejected and why. */
export const tellItems = tellsOf<typeof punchItems, PunchItem>(punchItems, {
  name: (item) => `punch item ${numberOf(item)}`,
  isOver: ({ closed_at }) => closed_at !== null,
  letter,
  steps: {
    complete: {
      did: 'completed',
      people: ({ user_id }) => [user_id],
      kind: 'with_you',
      still: ({ completed_at, closed_at }) => completed_at !== null && closed_at === null,
      letter: (item, did, ctx) => letter(item, `${did}.`, ctx),
    },
    reject: {
      did: 'rejected',
      people: ({ assigned_id }, { completed_id }) => [
        assigned_id,
        typeof completed_id?.old === 'number' ? completed_id.old : null,
      ],
      kind: 'with_you',
      still: ({ completed_at, closed_at }) => completed_at === null && closed_at === null,
      note: ({ rejected_reason }) => rejected_reason,
      letter: (item, did, ctx) => letter(item, `${did}: ${item.rejected_reason}`, ctx),
    },
  },
})
