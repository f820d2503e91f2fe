import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyone,
  area,
  can,
  every,
  guest,
  holderOf,
  nobody,
  only,
  permissionsOf,
  roles,
  signedIn,
  staff,
  type CurrentUser,
} from './access.ts'

const user = (more: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 1,
  name: 'Kim',
  email: 'kim@x.example',
  role: 'employee',
  permissions: { projects: { view: true, edit: false } },
  customer_id: null,
  contact_type_id: null,
  ...more,
})

describe('can', () => {
  test('asks for exactly true under the area', () => {
    expect(can('view', 'projects')(user())).toBe(true)
    expect(can('edit', 'projects')(user())).toBe(false)
    expect(can('delete', 'projects')(user())).toBe(false)
    expect(can('view', 'customers')(user())).toBe(false)
    expect(can('view', 'projects')(null)).toBe(false)
  })

  test('is not fooled by what every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(can('view', name)(user())).toBe(false)
      expect(can(name, 'projects')(user())).toBe(false)
    }
    // A server of another make may send anything.
    const odd = { projects: { view: 1 } } as unknown as CurrentUser['permissions']
    expect(can('view', 'projects')(user({ permissions: odd }))).toBe(false)
  })
})

test('guards combine, and nobody signed in is neither guest nor staff', () => {
  expect(every()(null)).toBe(true)
  expect(every(anyone, nobody)(user())).toBe(false)
  expect([guest(null), staff(null), signedIn(null)]).toEqual([false, false, false])
  expect([guest(user()), staff(user()), signedIn(user())]).toEqual([false, true, true])
  expect(every(anyone, anyone)(user())).toBe(true)
  expect(only(staff)).toEqual({ view: staff, create: staff, edit: staff, delete: staff })
  expect(can('view', 'projects')(user({ permissions: { projects: undefined } as never }))).toBe(false)
  expect([guest(user({ customer_id: 1 })), staff(user({ contact_type_id: 1 }))]).toEqual([true, false])
})

describe('permissions', () => {
  const areas = [
    area('projects', { project_manager: ['view', 'edit'], customer: ['view'], employee: ['view'] }),
    area('timecards', { foreman: ['view', 'approve'] }),
  ]
  const holders = fc.record({
    role: fc.oneof(fc.constantFrom(...roles), fc.string()),
    customer_id: fc.option(fc.nat(), { nil: null }),
    contact_type_id: fc.option(fc.nat(), { nil: null }),
  })

  test('name every verb of every area, and hold what the holder’s column says', () => {
    expect(permissionsOf(user({ role: 'foreman' }), areas)).toEqual({
      projects: { view: false, create: false, edit: false, delete: false },
      timecards: { view: true, create: false, edit: false, delete: false, approve: true },
    })
  })

  test('deviate for one person where an admin said so, and nowhere else', () => {
    const given = { timecards: { approve: true, fly: true }, projects: { view: false }, nowhere: { view: true } }
    const held = permissionsOf(user(), areas, given)
    expect(Object.keys(held)).toEqual(['projects', 'timecards'])
    expect(held.timecards).toEqual({ view: false, create: false, edit: false, delete: false, approve: true })
    expect(held.projects?.view).toBe(false)
  })

  test('give all to an admin of the house, and to a guest nothing of a role whose name he bears', () => {
    fc.assert(
      fc.property(holders, (who) => {
        const held = Object.values(permissionsOf(who, areas)).flatMap((verbs) => Object.values(verbs ?? {}))
        const holder = holderOf(who)
        const inside = who.customer_id === null && who.contact_type_id === null
        expect(held.every(Boolean)).toBe(inside && who.role === 'admin')
        if (who.customer_id !== null) expect(holder).toBe('customer')
        else if (who.contact_type_id !== null) expect(holder).toBe('contact')
        if (holder === null || holder === 'contact') expect(held.some(Boolean)).toBe(false)
      }),
    )
  })
})
