import { defineModule } from '#core/module/define-module.ts'
import { accessTokens } from './entities.ts'

export default defineModule({ entities: [accessTokens] })
