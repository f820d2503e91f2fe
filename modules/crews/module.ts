import { defineModule } from '#core/module/define-module.ts'
import { crews } from './entities.ts'

export default defineModule({ entities: [crews] })
