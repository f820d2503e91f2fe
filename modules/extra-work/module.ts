import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { into } from '#core/module/slot.ts'
import { projectTabs } from '../projects/index.ts'
import { workKinds } from '../work-items/index.ts'
import { extraWork } from './entities.ts'
import { ticketPin } from './parts/pin.ts'

const viewers = can('view', 'extra_work')

export default defineModule({
  id: 'extra-work',
  entities: [extraWork],
  needs: [extraWork],
  fills: [
    into(workKinds, ticketPin, { guard: viewers, order: 30 }),
    into(
      projectTabs,
      {
        to: 'extra_work',
        label: 'Extra Work',
        count: ({ open_extra_work }) => open_extra_work,
        screen: () => import('./screens/extra-work-tab.tsx'),
      },
      { guard: viewers, order: 65 },
    ),
  ],
})
