import { can, signedIn, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { firstSteps, importSteps } from '#blocks/slots.ts'
import { customerParts } from '../customers/index.ts'
import { securityEvents, users } from './entities.ts'
import { officeStep, peopleStep } from './parts/first-hour/steps.ts'

const admins = can('edit', 'users')

export default defineModule({
  entities: [users, securityEvents],
  fills: [
    firstSteps(peopleStep, { order: 50 }),
    firstSteps(officeStep, { order: 80 }),
    customerParts(() => import('./parts/customer-contacts.tsx'), { guard: staff, order: 10 }),
    importSteps(
      {
        entity: users,
        label: 'People',
        icon: 'users',
        about: 'Who works for you: name, email, phone, role, employee code. Then they are invited, or later.',
        dialog: async () => ({ default: (await import('./dialogs/import-users.tsx')).ImportUsers }),
      },
      { guard: can('create', 'users'), order: 20 },
    ),
  ],
  setup: [
    {
      to: '/setup/security',
      label: 'Security',
      icon: 'fingerprint',
      guard: admins,
      order: 86,
      screen: () => import('./screens/security-screen.tsx'),
    },
  ],
  routes: {
    '/users': { guard: admins, screen: () => import('./screens/users-screen.tsx') },
    '/account': {
      guard: signedIn,
      needs: [[users, 'devices']],
      screen: () => import('./screens/account-screen.tsx'),
    },
  },
})
