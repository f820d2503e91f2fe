import { every } from '#core/access/access.ts'
import { defineReport } from '#core/report/report.ts'
import { seesAllTime, timeEntries } from '../time/entities.ts'
import { scheduleEvents } from './entities.ts'
import { plans } from './guards.ts'

/** Who is away, as planned and as booked. */
export const timeOff = defineReport({
  name: 'time-off',
  title: 'Time off',
  about: 'Work days on which people have time off by the schedule, and vacation as it is booked.',
  guard: every(plans, seesAllTime),
  of: [scheduleEvents, timeEntries],
  span: 'this_year',
  columns: {
    user_id: { label: 'Person', kind: 'id' },
    name: { label: 'Person', kind: 'text' },
    kind: { label: 'Kind', kind: 'text' },
    days: {
      label: 'Days',
      kind: 'number',
      total: true,
      href: ({ user_id, hours }, { from, to }) =>
        hours === null
          ? '/schedule'
          : `/time?${new URLSearchParams({ view: 'entries', type: 'vacation', user_id: String(user_id), ...(from && { from }), ...(to && { to }) }).toString()}`,
    },
    hours: { label: 'Hours booked', kind: 'hours', total: true },
  },
  chart: { kind: 'bars', title: 'Days off', by: ['name', 'kind'], columns: ['days'], unit: 'days' },
})
