import { can, every, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { homeLinks, importSteps, needsYou } from '#blocks/slots.ts'
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
    importSteps(
      {
        entity: punchItems,
        label: 'Open punch items',
        icon: 'clipboard-check',
        about:
          'Of one project at a time: number, title, place, trade, assigned to, due date. Each person is told once of all that are theirs.',
        dialog: () => import('./dialogs/import-punch-items.tsx'),
      },
      { guard: every(staff, can('create', 'punchItems')), order: 70 },
    ),
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
