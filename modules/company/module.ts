import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { companySettings } from './entities.ts'

export default defineModule({
  id: 'company',
  entities: [companySettings],
  setup: [
    {
      to: '/setup/company',
      label: 'Company',
      icon: 'building-2',
      guard: can('edit', 'users'),
      order: 0,
      screen: () => import('./screens/company-screen.tsx'),
    },
  ],
})
