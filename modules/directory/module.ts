import { can } from '#core/access/access.ts'
import { defineModule, route } from '#core/module/define-module.ts'

const viewers = can('view', 'customers')
const entry = { to: '/directory', label: 'Directory', icon: 'contact', guard: viewers, order: 30 }

export default defineModule({
  id: 'directory',
  routes: [route('/directory', { guard: viewers, screen: () => import('./screens/directory-screen.tsx') })],
  sidebar: [entry],
  tiles: [entry],
})
