import { defineModule } from '#core/module/define-module.ts'
import { punchItems } from './entities.ts'

export default defineModule({ id: 'punch-items', entities: [punchItems] })
