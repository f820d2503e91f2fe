import { defineModule } from '#core/module/define-module.ts'
import { homeCards } from '#blocks/slots.ts'
import type { Day } from '#lib/days.ts'
import { timeActions, weekClosing } from '../time/index.ts'
import { exporters, payrollBatches, payrollMappings, settledExceptions } from './entities.ts'

const closingAddress = (week: Day) => `/payroll?from=${week}`

export default defineModule({
  entities: [payrollMappings, payrollBatches, settledExceptions],
  needs: [payrollBatches],
  routes: { '/payroll': { guard: exporters, screen: () => import('./screens/payroll-screen.tsx') } },
  fills: [
    timeActions(() => import('./parts/payroll-link.tsx'), { guard: exporters }),
    homeCards(() => import('./parts/period-card.tsx'), { guard: exporters, order: 5 }),
    weekClosing(closingAddress, { guard: exporters }),
  ],
})
