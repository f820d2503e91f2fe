import { can, every, staff } from '#core/access/access.ts'
import { sumOf } from '#core/entity/totals.ts'
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
  'cost_code.booked_hours': sumOf('cost_code_id', 'hours', {}, { label: 'Hours', readableBy: planners }),
  'project.booked_hours': sumOf('project_id', 'hours', {}, { label: 'Hours', readableBy: planners }),
  'timecard.hours': sumOf('week_id', 'hours', {}, { label: 'Hours', readableBy: seesAllTime, own: 'user_id' }),
}
