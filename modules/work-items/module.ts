import { defineModule } from '#core/module/define-module.ts'
import { follows } from './entities.ts'

/** What records of a project that somebody has to do or answer have in common, and who follows them. */
export default defineModule({ id: 'work-items', entities: [follows] })
