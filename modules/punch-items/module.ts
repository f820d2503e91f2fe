import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { into } from '#core/module/slot.ts'
import { projectTabs } from '../projects/index.ts'
import { punchItems } from './entities.ts'

const viewers = can('view', 'punchItems')

export default defineModule({
  id: 'punch-items',
  entities: [punchItems],
  fills: [
    into(
      projectTabs,
      {
        to: 'punch_items',
        label: 'Punch',
        count: ({ open_punch_items }) => open_punch_items,
        screen: () => import('./screens/punch-tab.tsx'),
      },
      { guard: viewers, order: 50 },
    ),
  ],
})
