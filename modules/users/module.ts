import { defineModule } from '#core/module/define-module.ts'
import { users } from './entities.ts'

export default defineModule({ id: 'users', entities: [users], preload: [users] })
