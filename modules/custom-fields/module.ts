import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { customFieldOptions, customFields } from './entities.ts'

export default defineModule({
  entities: [customFields, customFieldOptions],
  setup: [
    {
      to: '/setup/custom_fields',
      label: 'Custom Fields',
      icon: 'text-cursor-input',
      guard: can('edit', 'users'),
      order: 50,
      screen: () => import('./screens/custom-fields-screen.tsx'),
    },
  ],
})
