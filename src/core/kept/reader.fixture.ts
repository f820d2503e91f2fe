import type { CurrentUser } from '../access/access.ts'

/** The person whose device tests write to. */
export const luis: CurrentUser = {
  id: 7,
  name: 'Luis',
  email: 'luis@plumbline.test',
  role: 'foreman',
  permissions: {},
  customer_id: null,
  contact_type_id: null,
}
