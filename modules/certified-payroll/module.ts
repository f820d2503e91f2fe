import { needsYou } from '#blocks/slots.ts'
import { defineModule } from '#core/module/define-module.ts'
import { certifiedPayrolls, madeOf, payers } from './entities.ts'

export default defineModule({
  entities: [...madeOf, certifiedPayrolls],
  needs: [certifiedPayrolls],
  routes: {
    '/certified_payroll': { guard: payers, screen: () => import('./screens/weeks-screen.tsx') },
    '/certified_payroll/:project_id/:week': { guard: payers, screen: () => import('./screens/form-screen.tsx') },
  },
  sidebar: [{ to: '/certified_payroll', label: 'Certified payroll', icon: 'file-text', guard: payers, order: 55 }],
  setup: [
    {
      to: '/setup/trade_classes',
      label: 'Trade classes',
      icon: 'layers',
      guard: payers,
      order: 6,
      screen: () => import('./screens/classes-screen.tsx'),
    },
    {
      to: '/setup/worker_numbers',
      label: 'Worker numbers',
      icon: 'users',
      guard: payers,
      order: 7,
      screen: () => import('./screens/numbers-screen.tsx'),
    },
  ],
  fills: [needsYou(() => import('./parts/form-needs.tsx'), { guard: payers, order: 30 })],
})
