import { defineModule } from '#core/module/define-module.ts'
import { crews } from './entities.ts'

export default defineModule({ id: 'crews', entities: [crews] })
