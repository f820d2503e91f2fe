import type { Sample } from '#server/define-server.ts'
import { users } from '../../users/entities.ts'
import { contactTypes } from '../entities.ts'

/** Creates kinds of contacts, and one contact who signs in. */
export const sample: Sample = {
  after: ['users'],
  async seed({ save }, { setPassword }) {
    const architect = await save(contactTypes, { name: 'Architect' })
    for (const name of ['Engineer', 'General contractor', 'Inspector', 'Supplier']) await save(contactTypes, { name })
    const contact = await save(users, {
      name: 'Alex Winters',
      email: 'contact@plumbline.test',
      phone_number: '15095550187',
      role: 'Architect of record',
      contact_type_id: architect.id,
    })
    await setPassword(contact.id)
  },
}
