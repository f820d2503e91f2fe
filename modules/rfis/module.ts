import { can, every, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { importSteps, needsYou, topBarEnd } from '#blocks/slots.ts'
import { projectTabs } from '../projects/index.ts'
import { workKinds } from '../work-items/index.ts'
import { rfis } from './entities.ts'
import { rfiPin } from './parts/pin.ts'

const viewers = can('view', 'rfis')

export default defineModule({
  entities: [rfis],
  routes: {
    '/rfis': { guard: viewers, screen: () => import('./screens/rfis-screen.tsx') },
    '/rfis/:rfi_id': { guard: viewers, screen: () => import('./screens/rfi-screen.tsx') },
  },
  fills: [
    // The tab also handles /projects/{project_id}/rfis/{rfi_id}.
    projectTabs(
      {
        to: 'rfis',
        label: 'RFIs',
        phone: 40,
        count: ({ open_rfis }) => open_rfis,
        opens: rfis,
        screen: () => import('./screens/rfis-tab.tsx'),
      },
      { guard: viewers, order: 30 },
    ),
    workKinds(rfiPin, { guard: viewers, order: 10 }),
    importSteps(
      {
        entity: rfis,
        label: 'Open RFIs',
        icon: 'message-circle-question-mark',
        about:
          'Of one project at a time: number, title, question, assigned to, due date. Nobody is told of them before they are sent.',
        dialog: () => import('./dialogs/import-rfis.tsx'),
      },
      { guard: every(staff, can('create', 'rfis')), order: 60 },
    ),
    needsYou(() => import('./parts/rfi-needs.tsx'), { guard: viewers }),
    topBarEnd(() => import('./parts/rfi-link.tsx'), { guard: viewers }),
  ],
})
