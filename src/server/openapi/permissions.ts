import { permissionsOf, roles, verbs, type Area, type CurrentUser } from '../../core/access/access.ts'
import { guardOf, type Entity } from '../../core/entity/entity.ts'

/** Who may do something: the permissions that are enough by themselves, and who has what it takes by default. */
export interface Permission {
  /** `edit in rfis`: each of them is enough; none is needed where it is empty and somebody may. */
  readonly any_of: readonly string[]
  readonly by_default: readonly string[]
  readonly guests: boolean
}

const person = (more: Partial<CurrentUser>): CurrentUser => ({
  id: 1,
  name: '',
  email: '',
  role: 'employee',
  permissions: {},
  customer_id: null,
  contact_type_id: null,
  ...more,
})
const asGuest = { role: 'customer', customer_id: 1 }

/** Finds out who a verb's guard lets pass, by asking it about people who have one permission each. */
export function createPermissions(areas: readonly Area[]): (entity: Entity, verb: string) => Permission {
  const all = permissionsOf(person({ role: 'admin' }), areas)
  const kinds = [{}, asGuest]
  const nothing = kinds.map(person)
  const single = Object.entries(all).flatMap(([area, held]) =>
    [...new Set([...verbs, ...Object.keys(held)])].map((verb) => ({
      name: `${verb} in ${area}`,
      people: kinds.map((kind) => person({ ...kind, permissions: { [area]: { [verb]: true } } })),
    })),
  )
  const everything = person({ ...asGuest, permissions: all })
  const holders = [
    ...roles.map((role) => [role, person({ role })] as const),
    ['customer', person(asGuest)] as const,
    ['contact', person({ role: '', contact_type_id: 1 })] as const,
  ].map(([name, who]) => [name, { ...who, permissions: permissionsOf(who, areas) }] as const)
  const known = new Map<string, Permission>()
  return (entity, verb) => {
    const key = `${entity.name} ${verb}`
    const found = known.get(key)
    if (found) return found
    const guard = guardOf(entity, verb)
    const permission = {
      any_of: nothing.some(guard) ? [] : single.flatMap(({ name, people }) => (people.some(guard) ? name : [])),
      by_default: holders.flatMap(([name, who]) => (guard(who) ? name : [])),
      guests: guard(everything),
    }
    known.set(key, permission)
    return permission
  }
}

/** The same in a sentence. */
export function sentenceOf({ any_of, by_default, guests }: Permission): string {
  if (!by_default.length && !any_of.length) return 'Not for people: the server alone does it.'
  const needs = any_of.length ? `Needs ${any_of.join(' or ')}.` : 'Needs no permission.'
  return guests ? needs : `${needs} Not for guests.`
}
