import { defineModule } from '#core/module/define-module.ts'
import { apiCards } from '../access-tokens/index.ts'
import { webhookDeliveries, webhooks } from './entities.ts'

export default defineModule({
  entities: [webhooks, webhookDeliveries],
  fills: [apiCards(() => import('./parts/webhook-cards.tsx'))],
})
