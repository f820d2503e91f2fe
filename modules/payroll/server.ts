import { date, ref, text } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { derive, reverse, stampWeeks, undo } from './server/batch-rules.ts'
import { preview } from './server/close.ts'
import { payrollBatches, payrollMappings, settledExceptions } from './entities.ts'
import { fileOf, markLeft } from './server/leave.ts'
import { changedPlan } from './server/plan.ts'
import { remind } from './server/remind.ts'

const span = { starts_on: date(), ends_on: date() }

export default defineServer({
  serve: [
    serve(settledExceptions, {
      collectionActions: {
        remind: { asks: { user_id: ref('user'), ...span, kind: text().optional() }, run: remind },
      },
    }),
    serve(payrollBatches, {
      derive,
      afterSave: stampWeeks,
      actions: { undo, reverse },
      queries: { preview: { asks: span, run: preview }, changes: changedPlan },
      written: { file: fileOf },
    }),
  ],
  start: async (ctx) => {
    if (!(await ctx.count(payrollMappings))) await ctx.save(payrollMappings, { name: 'Sage' })
    await markLeft(ctx)
  },
})
