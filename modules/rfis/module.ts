import { defineModule } from '#core/module/define-module.ts'
import { rfis } from './entities.ts'

export default defineModule({ id: 'rfis', entities: [rfis] })
