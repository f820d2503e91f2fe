import { defineModule } from '#core/module/define-module.ts'
import { certifiedJobs, certifiedPayrolls, entryClasses, payWeeks, tradeClasses, workerNumbers } from './entities.ts'

export default defineModule({
  id: 'certified-payroll',
  entities: [tradeClasses, certifiedJobs, entryClasses, workerNumbers, payWeeks, certifiedPayrolls],
  needs: [certifiedPayrolls],
})
