import { defineModule } from '#core/module/define-module.ts'
import { webhookDeliveries, webhooks } from './entities.ts'

export default defineModule({ entities: [webhooks, webhookDeliveries] })
