import { readId } from '#core/entity/id.ts'
import { letterOf, tellsOf } from '../work-items/tell.ts'
import { punchItems, type PunchItem } from './entities.ts'

/** What is told of a punch item: whoever checks it, that it is done; whoever did it, that it was rejected and why. */
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
