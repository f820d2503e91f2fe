import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { homeLinks, needsYou } from '#blocks/slots.ts'
import { daySteps, projectTabs } from '../projects/index.ts'
import { workKinds } from '../work-items/index.ts'
import { punchItems, punchMailings } from './entities.ts'
import { punchPin } from './parts/pin.ts'

const viewers = can('view', 'punchItems')

export default defineModule({
  entities: [punchItems, punchMailings],
  needs: [punchItems],
  routes: {
    '/punch_items': { guard: viewers, screen: () => import('./screens/punch-items-screen.tsx') },
    '/projects/:project_id/walk': {
      guard: can('create', 'punchItems'),
      screen: () => import('./screens/walk-screen.tsx'),
    },
  },
  fills: [
    homeLinks({ to: '/punch_items', label: 'Punch items', icon: 'clipboard-check' }, { guard: viewers, order: 10 }),
    daySteps(
      { label: 'Walk', icon: 'camera', open: (job) => `${job}/walk` },
      { guard: can('create', 'punchItems'), order: 30 },
    ),
    workKinds(punchPin, { guard: viewers }),
    needsYou(() => import('./parts/punch-needs.tsx'), { guard: viewers }),
    projectTabs(
      {
        to: 'punch_items',
        label: 'Punch',
        phone: 20,
        count: ({ open_punch_items }) => open_punch_items,
        screen: () => import('./screens/punch-tab.tsx'),
      },
      { guard: viewers, order: 40 },
    ),
  ],
})
