import { nobody, only } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { date, ref } from '#core/entity/fields.ts'

/**
 * Who leads whom on which day, by the published schedule. Past days stay, whatever is published later. It is derived and
 * in no answer, since it only decides whose hours a lead sees (rule time-visibility).
 */
export const ledDays = defineEntity('led_day', {
  endpoint: 'api/led_days',
  area: 'timeEntries',
  access: only(nobody),
  display: { icon: 'users' },
  sort: 'id',
  fields: {
    leader_id: ref('user', { onDelete: 'cascade' }),
    user_id: ref('user', { onDelete: 'cascade' }),
    date: date().unique('This day is there already.', ['leader_id', 'user_id']),
  },
})
export type LedDay = Pick<RecordOf<typeof ledDays>, 'leader_id' | 'user_id' | 'date'>

/** The response of GET api/time_entries/led?from=…&to=…: the people the asker leads, day by day, including both days. */
export type Led = readonly Pick<LedDay, 'user_id' | 'date'>[]
