import { can, every, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { homeCards } from '#blocks/slots.ts'
import { projectCards } from '../projects/index.ts'
import { scheduleEvents } from '../schedule/entities.ts'
import { timeEntries } from '../time/entities.ts'
import { whatIfs } from './entities.ts'

const planners = every(staff, can('edit', 'schedule'))
const estimators = every(planners, can('create', 'timeEntries'), can('view', 'projects'))

export default defineModule({
  entities: [whatIfs],
  needs: [scheduleEvents],
  routes: {
    '/forecasting': { guard: planners, screen: () => import('./screens/labor-screen.tsx') },
    '/forecasting/hours': {
      guard: estimators,
      needs: [[timeEntries, 'at_completion']],
      screen: () => import('./screens/hours-screen.tsx'),
    },
  },
  fills: [
    homeCards(() => import('./parts/jobs-at-risk.tsx'), {
      guard: estimators,
      needs: [[timeEntries, 'at_completion']],
      order: 10,
    }),
    projectCards(() => import('./parts/project-hours.tsx'), {
      guard: estimators,
      needs: [[timeEntries, 'at_completion']],
      order: 0,
    }),
  ],
  sidebar: [{ to: '/forecasting', label: 'Forecasting', icon: 'chart-column', guard: planners, order: 60 }],
})
