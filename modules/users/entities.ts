import { area, can, either, every, signedIn, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, email, flag, phone, ref, related, text } from '#core/entity/fields.ts'

/** Guests get the names of people they share a project with and nothing else of them. */
const colleagues = every(staff, can('view', 'users'))
const office = either(can('edit', 'users'), can('edit', 'contacts'))

/** Team members and outside contacts: one entity, two faces (specification sections 3 and 6). */
export const users = defineEntity('user', {
  endpoint: 'api/users',
  area: area('users', {
    project_manager: ['view'],
    office_staff: ['view'],
    foreman: ['view'],
    employee: ['view'],
    customer: ['view'],
    contact: ['view'],
  }),
  areas: [
    area('contacts', {
      project_manager: ['view', 'create', 'edit'],
      office_staff: ['view', 'create', 'edit'],
      foreman: ['view'],
      employee: ['view'],
    }),
  ],
  access: { view: signedIn },
  sort: 'name',
  fields: {
    contact_type_id: ref('contact_type').optional().readableBy(colleagues),
    customer_id: ref('customer').optional().readableBy(colleagues),
    name: text().searchable(),
    email: email().optional().unique('That email is already in use.').readableBy(colleagues),
    phone_number: phone().optional().label('Phone').readableBy(colleagues),
    role: text().optional().readableBy(colleagues),
    license: choice('journeyman', 'apprentice', 'laborer').optional().readableBy(colleagues),
    short_name: text().optional().readableBy(colleagues),
    employee_code: text().optional().readableBy(office),
    active: flag().default(true),
    has_access: flag().default(true).readableBy(office),
    schedulable: flag().default(false).readableBy(colleagues),
    track_time: flag().default(false).readableBy(colleagues),
  },
  computed: {
    contact_type_name: related<string | null>('contact_type_id', 'name').readableBy(colleagues),
    customer_name: related<string | null>('customer_id', 'name').readableBy(colleagues),
  },
})
export type User = RecordOf<typeof users>
