import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { importSteps } from '#blocks/slots.ts'
import { defaultCostCodeCategories, defaultCostCodes } from './entities.ts'

const admins = can('edit', 'users')

export default defineModule({
  entities: [defaultCostCodeCategories, defaultCostCodes],
  needs: [defaultCostCodes],
  fills: [
    importSteps(
      {
        entity: defaultCostCodes,
        label: 'Default cost codes',
        icon: 'hash',
        about: 'The codes that every new project begins with: category, number, name.',
        dialog: async () => ({ default: (await import('./dialogs/import-default-codes.tsx')).ImportDefaultCodes }),
      },
      { guard: admins, order: 40 },
    ),
  ],
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
