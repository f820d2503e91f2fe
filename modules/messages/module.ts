import { defineModule } from '#core/module/define-module.ts'
import { messages } from './entities.ts'

export default defineModule({ entities: [messages] })
