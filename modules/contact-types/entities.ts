import { can, only, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { flag, text } from '#core/entity/fields.ts'

/** A kind of outside contact, such as architect, inspector or supplier (rule contact-type). */
export const contactTypes = defineEntity('contact_type', {
  endpoint: 'api/contact_types',
  area: 'users',
  access: { ...only(can('edit', 'users')), view: signedIn },
  online: true,
  sort: 'name',
  specified: {
    fields: ['name'],
  },
  offline: 'start',
  fields: {
    name: text().unique('That contact type already exists.'),
    active: flag().default(true),
  },
  display: { icon: 'tag' },
})
export type ContactType = RecordOf<typeof contactTypes>
