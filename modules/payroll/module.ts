import { defineModule, route } from '#core/module/define-module.ts'
import { into } from '#core/module/slot.ts'
import { homeCards } from '#blocks/slots.ts'
import type { Day } from '#lib/days.ts'
import { timeActions, weekClosing } from '../time/index.ts'
import { exporters, payrollBatches, payrollMappings, settledExceptions } from './entities.ts'

const closingAddress = (week: Day) => `/payroll?from=${week}`

export default defineModule({
  id: 'payroll',
  entities: [payrollMappings, payrollBatches, settledExceptions],
  needs: [payrollBatches],
  routes: [route('/payroll', { guard: exporters, screen: () => import('./screens/payroll-screen.tsx') })],
  fills: [
    into(timeActions, () => import('./parts/payroll-link.tsx'), { guard: exporters }),
    into(homeCards, () => import('./parts/period-card.tsx'), { guard: exporters, order: 5 }),
    into(weekClosing, closingAddress, { guard: exporters }),
  ],
})
