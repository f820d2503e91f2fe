import { can, every, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { homeLinks, importSteps, needsYou } from '#blocks/slots.ts'
import { projectTabs } from '../projects/index.ts'
import { workKinds } from '../work-items/index.ts'
import { tasks } from './entities.ts'
import { taskPin } from './parts/pin.ts'

const viewers = can('view', 'tasks')

export default defineModule({
  entities: [tasks],
  routes: { '/tasks': { guard: viewers, screen: () => import('./screens/my-tasks-screen.tsx') } },
  fills: [
    homeLinks({ to: '/tasks', label: 'My tasks', icon: 'list-todo' }, { guard: viewers, order: 20 }),
    workKinds(taskPin, { guard: viewers, order: 20 }),
    importSteps(
      {
        entity: tasks,
        label: 'Open tasks',
        icon: 'list-todo',
        about: 'Of one project at a time: number, title, priority, assigned to, due date.',
        dialog: () => import('./dialogs/import-tasks.tsx'),
      },
      { guard: every(staff, can('create', 'tasks')), order: 80 },
    ),
    needsYou(() => import('./parts/task-needs.tsx'), { guard: viewers }),
    projectTabs(
      {
        to: 'tasks',
        label: 'Tasks',
        phone: 50,
        count: ({ open_tasks }) => open_tasks,
        screen: () => import('./screens/tasks-tab.tsx'),
      },
      { guard: viewers, order: 50 },
    ),
  ],
})
