import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { firstHourLine, firstSteps, settingsRecords } from '#blocks/slots.ts'
import { companySettings } from './entities.ts'
import { nameStep, payStep, zoneStep } from './parts/first-hour/steps.ts'

const admins = can('edit', 'users')

export default defineModule({
  entities: [companySettings],
  routes: { '/setup/start': { guard: admins, screen: () => import('./screens/start-screen.tsx') } },
  fills: [
    settingsRecords(companySettings),
    firstHourLine(() => import('./parts/first-hour/steps-left.tsx'), { guard: admins }),
    firstSteps(nameStep, { order: 10 }),
    firstSteps(zoneStep, { order: 20 }),
    firstSteps(payStep, { order: 70 }),
  ],
  setup: [
    {
      to: '/setup/company',
      label: 'Company',
      icon: 'building-2',
      guard: admins,
      order: 0,
      screen: () => import('./screens/company-screen.tsx'),
    },
    {
      to: '/setup/system',
      label: 'System',
      icon: 'activity',
      guard: admins,
      order: 90,
      needs: [[companySettings, 'system']],
      screen: () => import('./screens/system-screen.tsx'),
    },
  ],
})
