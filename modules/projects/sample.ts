import { customers } from '../customers/entities.ts'
import { phases } from '../phases/entities.ts'
import { users } from '../users/entities.ts'
import type { Sample } from '#server/define-server.ts'
import { projects } from './entities.ts'

const places = [
  'Canyon Lakes',
  'Columbia Point',
  'Hanford 300',
  'Southridge',
  'Pasco',
  'Queensgate',
  'Clover Island',
  'Meadow Springs',
  'Finley',
  'Badger Mountain',
  'Vista Field',
  'Road 68',
]
const kinds = ['Elementary', 'Tenant Fit-out', 'Area Lighting', 'Dental', 'Water Reclamation']

export const sample: Sample = {
  after: ['customers', 'phases', 'users'],
  async plant({ save, all, now }, { pick }) {
    const known = await all(customers)
    const stages = await all(phases)
    const people = await all(users, { customer_id: null })
    const team = people.filter(({ contact_type_id }) => contact_type_id === null)
    const contact = people.find(({ contact_type_id }) => contact_type_id !== null)
    const year = now.slice(2, 4)
    for (let at = 0; at < 60; at++) {
      const customer = known[at === 0 ? 0 : pick(known.length)]
      if (!customer) continue
      const named = new Set([team[pick(team.length)], team[pick(team.length)], ...(at === 3 ? [contact] : [])])
      await save(projects, {
        customer_id: customer.id,
        name: `${places[at % places.length]} ${kinds[Math.floor(at / places.length)]}`,
        number: `${year}-${String(at + 1).padStart(3, '0')}`,
        overtime_rule: at % 5 < 2 ? 'prevailing' : 'standard',
        project_phases: stages.slice(pick(2), 1 + pick(4)).map(({ id }) => ({ phase_id: id })),
        project_users: [...named].flatMap((person) => (person ? [{ user_id: person.id }] : [])),
        ...(at % 9 === 8 && { archived_at: now, archived_id: team[0]?.id ?? null }),
      })
    }
  },
}
