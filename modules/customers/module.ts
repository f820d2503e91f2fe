import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { importSteps } from '#blocks/slots.ts'
import { customers } from './entities.ts'

const viewers = can('view', 'customers')

export default defineModule({
  entities: [customers],
  fills: [
    importSteps(
      {
        entity: customers,
        label: 'Customers',
        icon: 'building-2',
        about: 'Whom you build for: name, email, phone. Projects belong to them.',
        dialog: async () => ({ default: (await import('./dialogs/import-customers.tsx')).ImportCustomers }),
      },
      { guard: can('create', 'customers'), order: 10 },
    ),
  ],
  routes: {
    '/customers': { guard: viewers, screen: () => import('./screens/customers-screen.tsx') },
    '/customers/:customer_id': { guard: viewers, screen: () => import('./screens/customer-screen.tsx') },
  },
})
