import { can, only } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { lines, ref, text } from '#core/entity/fields.ts'

const approves = can('approve', 'timecards')

/** People who usually work together, so that they are entered or scheduled at once. Everyone who enters time sees them. */
export const crews = defineEntity('crew', {
  endpoint: 'api/crews',
  area: 'timeEntries',
  access: only(can('create', 'timeEntries')),
  sort: 'name',
  fields: {
    name: text().searchable(),
    /** Whose crew it is. */
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    crew_users: lines({ user_id: ref('user', { onDelete: 'cascade' }) }).label('People'),
  },
  offline: 'all',
  // A crew belongs to the person who saved it, and those who approve time keep all of them in order.
  rules: { may: (_, { before }, { user }) => !before || before.user_id === user.id || approves(user) },
  display: { icon: 'users' },
})
export type Crew = RecordOf<typeof crews>
