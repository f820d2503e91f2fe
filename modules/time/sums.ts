import { can, every, staff } from '#core/access/access.ts'
import { seesAllTime } from './timecards.ts'

declare module '#core/entity/totals.ts' {
  interface Summed {
    'cost_code.booked_hours': number
    'project.booked_hours': number
    'timecard.hours': number
  }
}

/** Who sees what was booked on a project, by whomever. */
const planners = every(staff, can('create', 'timeEntries'))

/** The hours on a cost code, on a project, and of a person in a week (rule kept-sums). */
export const hourSums = {
  'cost_code.booked_hours': { of: 'cost_code_id', field: 'hours', label: 'Hours', readableBy: planners },
  'project.booked_hours': { of: 'project_id', field: 'hours', label: 'Hours', readableBy: planners },
  'timecard.hours': { of: 'week_id', field: 'hours', label: 'Hours', readableBy: seesAllTime, own: 'user_id' },
}
