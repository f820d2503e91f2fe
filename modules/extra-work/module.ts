import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { projectTabs } from '../projects/index.ts'
import { pinOf, workKinds } from '../work-items/index.ts'
import { extraWork } from './entities.ts'

const viewers = can('view', 'extra_work')

export default defineModule({
  entities: [extraWork],
  needs: [extraWork],
  fills: [
    workKinds(
      { ...pinOf(extraWork), label: 'Extra work', make: () => import('./dialogs/ticket-dialog.tsx') },
      { guard: viewers, order: 30 },
    ),
    projectTabs(
      {
        to: 'extra_work',
        label: 'Extra Work',
        count: ({ open_extra_work }) => open_extra_work,
        screen: () => import('./screens/extra-work-tab.tsx'),
      },
      { guard: viewers, order: 85 },
    ),
  ],
})
