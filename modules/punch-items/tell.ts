import { readId } from '#core/entity/id.ts'
import { letterOf, tellsOf } from '../work-items/tell.ts'
import { punchItems, type PunchItem } from './entities.ts'

/** Notifications of a punch item: its author learns that it is complete, its assignee that it was rejected and why. */
export const tellItems = tellsOf<typeof punchItems, PunchItem>(punchItems, {
  letter: (item, { first }, ctx) =>
    letterOf(punchItems, item, first, ctx, [
      ...(item.location === null ? [] : [`Location: ${item.location}`]),
      ...(item.description === null ? [] : ['', item.description]),
    ]),
  tells: {
    complete: { did: 'completed', to: ({ user_id }) => [user_id], mailed: true },
    reject: {
      did: 'rejected',
      to: ({ assigned_id }, { completed_id }) => [assigned_id, readId(completed_id?.old)],
      note: ({ rejected_reason }) => rejected_reason,
      mailed: true,
    },
  },
})
