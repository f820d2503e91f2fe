import { defineServer, serve } from '#server/define-server.ts'
import { derive, preview, stampWeeks, undo } from './batch-rules.ts'
import { payrollBatches, payrollMappings } from './entities.ts'

export default defineServer({
  serve: [
    serve(payrollMappings, {}),
    serve(payrollBatches, {
      derive,
      afterSave: stampWeeks,
      actions: { undo },
      queries: { preview },
    }),
  ],
  start: async ({ count, save }) => {
    if (!(await count(payrollMappings))) await save(payrollMappings, { name: 'Sage' })
  },
  sample: () => import('./sample/sample.ts'),
})
