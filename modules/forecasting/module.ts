import { can, every, staff } from '#core/access/access.ts'
import { defineModule, route } from '#core/module/define-module.ts'

const planners = every(staff, can('edit', 'schedule'))
const estimators = every(planners, can('create', 'timeEntries'), can('view', 'projects'))

export default defineModule({
  id: 'forecasting',
  routes: [
    route('/forecasting', { guard: planners, screen: () => import('./screens/labour-screen.tsx') }),
    route('/forecasting/hours', { guard: estimators, screen: () => import('./screens/hours-screen.tsx') }),
  ],
  sidebar: [{ to: '/forecasting', label: 'Forecasting', icon: 'chart-column', guard: planners, order: 60 }],
})
