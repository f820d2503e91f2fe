import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { firstSteps, importSteps } from '#blocks/slots.ts'
import { defaultCostCodeCategories, defaultCostCodes } from './entities.ts'
import { codesStep } from './parts/first-hour/step.ts'

const admins = can('edit', 'users')

export default defineModule({
  entities: [defaultCostCodeCategories, defaultCostCodes],
  needs: [defaultCostCodes],
  fills: [
    firstSteps(codesStep, { order: 40 }),
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
