import { defineModule } from '#core/module/define-module.ts'
import { tasks } from './entities.ts'

export default defineModule({ id: 'tasks', entities: [tasks] })
