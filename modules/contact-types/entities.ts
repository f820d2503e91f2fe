import { signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { text } from '#core/entity/fields.ts'

/** What kind of outside contact someone is: architect, inspector, supplier (specification section 3). */
export const contactTypes = defineEntity('contact_type', {
  endpoint: 'api/contact_types',
  area: 'users',
  access: { view: signedIn },
  sort: 'name',
  fields: { name: text().unique('That contact type already exists.') },
})
export type ContactType = RecordOf<typeof contactTypes>
