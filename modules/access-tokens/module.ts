import { accountCards } from '#blocks/slots.ts'
import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { accessTokens } from './entities.ts'

export default defineModule({
  entities: [accessTokens],
  fills: [accountCards(() => import('./parts/own-tokens.tsx'))],
  setup: [
    {
      to: '/setup/api',
      label: 'API and webhooks',
      icon: 'key-round',
      guard: can('edit', 'users'),
      order: 85,
      screen: () => import('./screens/api-screen.tsx'),
    },
  ],
})
