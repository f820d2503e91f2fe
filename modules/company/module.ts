import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { settingsRecords } from '#blocks/slots.ts'
import { companySettings } from './entities.ts'

export default defineModule({
  entities: [companySettings],
  fills: [settingsRecords(companySettings)],
  setup: [
    {
      to: '/setup/company',
      label: 'Company',
      icon: 'building-2',
      guard: can('edit', 'users'),
      order: 0,
      screen: () => import('./screens/company-screen.tsx'),
    },
    {
      to: '/setup/system',
      label: 'System',
      icon: 'activity',
      guard: can('edit', 'users'),
      order: 90,
      needs: [[companySettings, 'system']],
      screen: () => import('./screens/system-screen.tsx'),
    },
  ],
})
