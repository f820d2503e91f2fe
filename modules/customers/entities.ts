import { area } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { email, phone, text } from '#core/entity/fields.ts'
import { customFieldValues } from '../custom-fields/entities.ts'

/** A customer of the company (rule customer); only the name is required. */
export const customers = defineEntity('customer', {
  endpoint: 'api/customers',
  area: area('customers', {
    project_manager: ['view', 'create', 'edit'],
    office_staff: ['view', 'create', 'edit'],
    foreman: ['view'],
  }),
  sort: 'name',
  // Custom fields are of customers and projects.
  specified: {
    fields: ['name', 'email', 'phone_number', 'custom_field_values'],
  },
  fields: {
    name: text().searchable(),
    email: email().optional().searchable(),
    phone_number: phone().optional().label('Phone'),
    custom_field_values: customFieldValues(),
  },
  display: {
    findable: true,
    icon: 'briefcase',
    href: ({ id }) => `/customers/${id}`,
  },
})
export type Customer = RecordOf<typeof customers>
