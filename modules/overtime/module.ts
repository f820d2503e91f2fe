import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { firstSteps } from '#blocks/slots.ts'
import { overtimeSettings, workScheduleAgreements } from './entities.ts'
import { overtimeStep } from './parts/first-hour/step.ts'

export default defineModule({
  entities: [overtimeSettings, workScheduleAgreements],
  needs: [overtimeSettings],
  fills: [firstSteps(overtimeStep, { order: 30 })],
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
