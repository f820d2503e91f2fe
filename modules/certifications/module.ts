import { can, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { needsYou, ownAccount, personParts } from '#blocks/slots.ts'
import { certifications } from './entities.ts'

export default defineModule({
  entities: [certifications],
  needs: [certifications],
  routes: { '/certifications/*?': { guard: staff, screen: () => import('./screens/certifications-screen.tsx') } },
  setup: [
    {
      to: '/setup/certifications',
      path: '/setup/certifications/*?',
      label: 'Certifications',
      icon: 'badge-check',
      guard: can('edit', 'users'),
      order: 4,
      screen: () => import('./screens/certifications-screen.tsx'),
    },
  ],
  fills: [
    needsYou(() => import('./parts/expiring.tsx'), { guard: staff, order: 60 }),
    ownAccount(() => import('./parts/own.tsx'), { guard: staff }),
    personParts(() => import('./parts/of-person.tsx'), { guard: can('edit', 'users') }),
  ],
})
