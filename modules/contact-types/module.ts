import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { contactTypes } from './entities.ts'

export default defineModule({
  entities: [contactTypes],
  setup: [
    {
      to: '/setup/contact_types',
      label: 'Contact Types',
      icon: 'tag',
      guard: can('edit', 'users'),
      order: 60,
      screen: () => import('./screens/contact-types-screen.tsx'),
    },
  ],
})
