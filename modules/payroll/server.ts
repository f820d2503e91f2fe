import { defineServer, serve } from '#server/define-server.ts'
import { derive, preview, reverse, stampWeeks, undo } from './batch-rules.ts'
import { payrollBatches, payrollMappings } from './entities.ts'
import { fileOf, markLeft } from './leave.ts'
import { changedPlan } from './plan.ts'

export default defineServer({
  serve: [
    serve(payrollMappings, {}),
    serve(payrollBatches, {
      derive,
      afterSave: stampWeeks,
      actions: { undo, reverse },
      queries: { preview, changes: changedPlan },
      written: { file: fileOf },
    }),
  ],
  start: async (ctx) => {
    if (!(await ctx.count(payrollMappings))) await ctx.save(payrollMappings, { name: 'Sage' })
    await markLeft(ctx)
  },
  sample: () => import('./sample/sample.ts'),
})
