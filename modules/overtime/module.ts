import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { overtimeSettings, workScheduleAgreements } from './entities.ts'

export default defineModule({
  entities: [overtimeSettings, workScheduleAgreements],
  needs: [overtimeSettings],
  setup: [
    {
      to: '/setup/overtime',
      label: 'Overtime',
      icon: 'clock',
      guard: can('edit', 'users'),
      order: 5,
      screen: () => import('./screens/overtime-screen.tsx'),
    },
  ],
})
