import { can, signedIn } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'

const entry = { to: '/directory', label: 'Directory', icon: 'contact', order: 30 }

export default defineModule({
  routes: { '/directory': { guard: signedIn, screen: () => import('./screens/directory-screen.tsx') } },
  sidebar: [{ ...entry, guard: signedIn }],
  // The condition of the specification.
  tiles: [{ ...entry, guard: can('view', 'customers') }],
})
