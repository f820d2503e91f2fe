import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'

const admins = can('edit', 'users')

export default defineModule({
  routes: { '/setup': { guard: admins, screen: () => import('./screens/setup-screen.tsx') } },
  setup: [
    {
      to: '/setup/import',
      label: 'Import',
      icon: 'upload',
      guard: admins,
      order: 5,
      screen: () => import('./screens/import-screen.tsx'),
    },
  ],
  sidebar: [{ to: '/setup', label: 'Setup', icon: 'sliders-horizontal', guard: admins, order: 70 }],
})
