import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'

const admins = can('edit', 'users')

export default defineModule({
  routes: { '/setup': { guard: admins, screen: () => import('./screens/setup-screen.tsx') } },
  sidebar: [{ to: '/setup', label: 'Setup', icon: 'sliders-horizontal', guard: admins, order: 70 }],
})
