import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { phases, phaseTypes } from './entities.ts'

export default defineModule({
  entities: [phaseTypes, phases],
  routes: {
    '/setup/phases/types': {
      guard: can('edit', 'users'),
      screen: () => import('./screens/phase-types-screen.tsx'),
    },
  },
  setup: [
    {
      to: '/setup/phases',
      label: 'Phases',
      icon: 'layers',
      guard: can('edit', 'users'),
      order: 10,
      screen: () => import('./screens/phases-screen.tsx'),
    },
  ],
})
