import { defineModule } from '#core/module/define-module.ts'
import { contactTypes } from './entities.ts'

export default defineModule({ id: 'contact-types', entities: [contactTypes], preload: [contactTypes] })
