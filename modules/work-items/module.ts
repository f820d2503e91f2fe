import { defineModule } from '#core/module/define-module.ts'

/** What records of a project that somebody has to do or answer have in common. It has no records and screens of its own. */
export default defineModule({ id: 'work-items' })
