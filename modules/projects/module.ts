import { can, guest, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { finders, keyLists } from '#blocks/find/finders.ts'
import { firstSteps, homeAction, homeToday, importSteps, sampleProject, shortcuts } from '#blocks/slots.ts'
import { customerParts } from '../customers/index.ts'
import { projects } from './entities.ts'
import { projectStep } from './parts/first-hour/step.ts'
import { projectTabs } from './index.ts'

const viewers = can('view', 'projects')
const overview = () => import('./screens/overview-tab.tsx')

export default defineModule({
  entities: [projects],
  routes: {
    '/projects': { guard: viewers, screen: () => import('./screens/projects-screen.tsx') },
    '/projects/:project_id/*?': {
      guard: viewers,
      titled: true,
      // The first tab is loaded in parallel, so that the screen does not have to wait for it afterwards.
      screen: async () => (await Promise.all([import('./screens/project-screen.tsx'), overview()]))[0],
    },
  },
  sidebar: [{ to: '/projects', label: 'Projects', icon: 'hard-hat', order: 10 }],
  tiles: [
    {
      to: '/projects',
      label: 'Projects',
      icon: 'hard-hat',
      order: 10,
      detail: () => import('./parts/active-detail.tsx'),
    },
  ],
  fills: [
    firstSteps(projectStep, { order: 60 }),
    keyLists(
      {
        title: 'A project',
        keys: [['G, then a letter', 'Open a tab: G D its daily logs; More, Arrange tabs lists the letters']],
      },
      { guard: viewers, order: 10 },
    ),
    projectTabs({ to: '', label: 'Overview', phone: 0, screen: overview }),
    projectTabs(
      { to: 'history', label: 'History', screen: () => import('./screens/history-tab.tsx') },
      { guard: staff, needs: [[projects, 'history']], order: 120 },
    ),
    customerParts(() => import('./parts/customer-projects.tsx'), { guard: viewers, order: 20 }),
    shortcuts({ label: 'Projects', icon: 'hard-hat', open: '/projects' }, { guard: viewers, order: 10 }),
    finders(() => import('./parts/search/projects-found.tsx'), { guard: viewers }),
    importSteps(
      {
        entity: projects,
        label: 'Projects',
        icon: 'hard-hat',
        about: 'Your jobs: number, name, customer, address. Customers that are not there yet are added on the way.',
        dialog: async () => ({ default: (await import('./dialogs/import-projects.tsx')).ImportProjects }),
      },
      { guard: can('create', 'projects'), order: 30 },
    ),
    homeToday(() => import('./parts/guest-home.tsx'), { guard: guest }),
    sampleProject(() => import('./parts/first-hour/sample-button.tsx'), {
      guard: can('edit', 'users'),
      needs: [[projects, 'add_sample']],
    }),
    homeAction(() => import('./parts/home-add-project.tsx'), { guard: can('create', 'projects') }),
  ],
})
