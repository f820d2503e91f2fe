import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { phases, phaseTypes } from './entities.ts'

export default defineModule({
  id: 'phases',
  entities: [phaseTypes, phases],
  preload: [phaseTypes, phases],
  setup: [
    {
      to: '/setup/phases',
      label: 'Phases',
      icon: 'layers',
      guard: can('edit', 'users'),
      screen: () => import('./screens/phases-screen.tsx'),
    },
  ],
})
