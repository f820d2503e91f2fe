import { defineModule } from '#core/module/define-module.ts'
import { handovers } from './entities.ts'

export default defineModule({ entities: [handovers] })
