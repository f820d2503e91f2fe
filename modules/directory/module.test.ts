import { expect, test } from 'vitest'
import { permissionsOf, roles } from '#core/access/access.ts'
import { loadRegistry } from '#app/modules.ts'
import type { User } from '../users/entities.ts'
import { toVcards } from './parts/vcard.ts'

const { areas, routes, sidebar, tiles } = loadRegistry()
const team = roles.map((role) => ({ role, customer_id: null, contact_type_id: null }))
const guests = [
  { role: 'Owner', customer_id: 1, contact_type_id: null },
  { role: 'Architect', customer_id: null, contact_type_id: 1 },
]
const everyone = [...team, ...guests].map((who) => ({
  ...who,
  id: 1,
  name: 'Somebody',
  email: '',
  permissions: permissionsOf(who, areas),
}))
const to = (links: readonly { to: string }[]) => links.map((link) => link.to)

test('everyone who is signed in has the directory, and a tile if they may view customers', () => {
  const route = routes.find(({ path }) => path === '/directory')
  for (const user of everyone) {
    expect(route?.guard?.(user), user.role).toBe(true)
    expect(to(sidebar(user)), user.role).toContain('/directory')
    const isSeen = user.permissions.customers?.view === true
    expect(to(tiles(user)).includes('/directory'), user.role).toBe(isSeen)
  }
  expect(route?.guard?.(null)).toBe(false)
  expect(everyone.filter(({ permissions }) => permissions.customers?.view).map(({ role }) => role)).toEqual(
    roles.filter((role) => role !== 'employee'),
  )
})

test('a vCard holds what is told of a person, and names the company of the team alone', () => {
  const card = (person: object) => toVcards([{ name: 'Jo Reyes', ...person } as User], 'Three Rivers').split('\r\n')
  expect(
    card({ customer_id: null, contact_type_id: null, email: 'jo@x.example', phone_number: '15095550100' }),
  ).toEqual(expect.arrayContaining(['ORG:Three Rivers', 'TEL;TYPE=CELL:+15095550100', 'EMAIL:jo@x.example']))
  expect(card({ outside: false, phone_number: '15095550100' })).toContain('ORG:Three Rivers')
  expect(card({ customer_id: 1, customer_name: 'Harbor Foods' })).toContain('ORG:Harbor Foods')
  expect(card({ contact_type_id: 1, customer_id: null, customer_name: null }).join()).not.toContain('ORG')
  expect(card({})).toEqual(['BEGIN:VCARD', 'VERSION:3.0', 'FN:Jo Reyes', 'N:Reyes;Jo', 'END:VCARD'])
})
