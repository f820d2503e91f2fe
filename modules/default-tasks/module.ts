import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { defaultTasks } from './entities.ts'

export default defineModule({
  entities: [defaultTasks],
  setup: [
    {
      to: '/setup/default_tasks',
      label: 'Default Tasks',
      icon: 'list-checks',
      guard: can('edit', 'users'),
      order: 20,
      screen: () => import('./screens/default-tasks-screen.tsx'),
    },
  ],
})
