import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { defaultPunchItems } from './entities.ts'

export default defineModule({
  entities: [defaultPunchItems],
  setup: [
    {
      to: '/setup/default_punch_items',
      label: 'Default Punch Items',
      icon: 'clipboard-check',
      guard: can('edit', 'users'),
      order: 30,
      screen: () => import('./screens/default-punch-items-screen.tsx'),
    },
  ],
})
