import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { defaultCostCodeCategories, defaultCostCodes } from './entities.ts'

const admins = can('edit', 'users')

export default defineModule({
  entities: [defaultCostCodeCategories, defaultCostCodes],
  needs: [defaultCostCodes],
  routes: {
    '/setup/default_cost_codes/categories': {
      guard: admins,
      screen: () => import('./screens/categories-screen.tsx'),
    },
  },
  setup: [
    {
      to: '/setup/default_cost_codes',
      label: 'Default Cost Codes',
      icon: 'hash',
      guard: admins,
      order: 40,
      screen: () => import('./screens/default-cost-codes-screen.tsx'),
    },
  ],
})
