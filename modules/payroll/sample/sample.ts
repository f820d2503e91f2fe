import { addDays, startOfWeek } from '#lib/days.ts'
import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { users } from '../../users/entities.ts'
import { batchOf } from '../server/batch-rules.ts'
import { payrollBatches, payrollMappings } from '../entities.ts'

/** The first and last of the weeks that are exported, counted back from this one. */
const [FIRST, LAST] = [8, 2]

/** Exports all weeks that are approved, a batch each. */
export const sample: Sample = {
  after: ['time'],
  async seed(ctx) {
    const [office] = await ctx.all(users, { email: 'office@plumbline.test' })
    const [mapping] = await ctx.all(payrollMappings)
    if (!office || !mapping) return
    const current = startOfWeek(await todayOf(ctx))
    for (let back = FIRST; back >= LAST; back--) {
      const starts_on = addDays(current, -7 * back)
      const asked = { starts_on, ends_on: addDays(starts_on, 6), mapping_id: mapping.id }
      const left = { left_id: office.id, left_at: ctx.now }
      await ctx.save(payrollBatches, { ...(await batchOf(asked, office.id, ctx)), ...left })
    }
  },
}
