/** Ids are positive whole numbers, the same in the browser and on the server. */
export type Id = number

/** Who is signed in, as `GET /api/user` answers; `permissions` maps area → verb → allowed. */
export interface CurrentUser {
  id: Id
  name: string
  email: string
  role: string
  permissions: Record<string, Record<string, boolean>>
  customer_id: Id | null
  contact_type_id: Id | null
  /** False for someone invited who has not chosen a password yet. */
  has_password?: boolean
}

/** A yes/no question about the signed-in user; the same function runs in the browser and on the server. */
export type Guard = (user: CurrentUser | null) => boolean

/** The four things anyone may do to a record; areas name further ones (approve, export …). */
export type Verb = 'view' | 'create' | 'edit' | 'delete'
export const verbs: readonly Verb[] = ['view', 'create', 'edit', 'delete']

/** Team roles (rule roles). */
export const roles = ['admin', 'project_manager', 'office_staff', 'foreman', 'employee'] as const
export type Role = (typeof roles)[number]

/** Who holds a permission before anyone deviates from it: team roles, and the two kinds of guest. Admins hold all. */
export type Holder = Exclude<Role, 'admin'> | 'customer' | 'contact'

export interface Area<N extends string = string> {
  readonly area: N
  readonly defaults: Partial<Record<Holder, readonly string[]>>
}

/**
 * Declares a permission area and what each role may do in it by default; verbs beyond {@link Verb} are just named.
 * @example area('projects', { project_manager: ['view', 'create', 'edit'], foreman: ['view'] })
 */
export function area<const N extends string>(name: N, defaults: Partial<Record<Holder, readonly string[]>>): Area<N> {
  return Object.freeze({ area: name, defaults })
}

/** True when the user's permissions hold `true` for the verb under the area. */
export const can =
  (verb: string, area: string): Guard =>
  (user) =>
    !!user && Object.hasOwn(user.permissions, area) && user.permissions[area]?.[verb] === true

export const anyone: Guard = () => true
export const nobody: Guard = () => false
export const signedIn: Guard = (user) => user !== null

/** A guest is someone signed in with a customer_id or a contact_type_id (section 4). */
export const guest: Guard = (user) => !!user && (user.customer_id !== null || user.contact_type_id !== null)
export const staff: Guard = (user) => !!user && !guest(user)

/** The same guard for every verb, for an entity's `access`. */
export const only = (guard: Guard): Record<Verb, Guard> => ({ view: guard, create: guard, edit: guard, delete: guard })

export const every =
  (...guards: Guard[]): Guard =>
  (user) =>
    guards.every((guard) => guard(user))
export const either =
  (...guards: Guard[]): Guard =>
  (user) =>
    guards.some((guard) => guard(user))

/** The column of the permission table a person stands in, or null for a role nobody declared. */
export function holderOf(user: Pick<CurrentUser, 'role' | 'customer_id' | 'contact_type_id'>): Holder | 'admin' | null {
  if (user.customer_id !== null) return 'customer'
  if (user.contact_type_id !== null) return 'contact'
  return (roles as readonly string[]).includes(user.role) ? (user.role as Role) : null
}

/** What a person may do: the role's defaults, but for where this person deviates. Verbs not held are false. */
export function permissionsOf(
  user: Pick<CurrentUser, 'role' | 'customer_id' | 'contact_type_id'>,
  areas: readonly Area[],
  overrides: CurrentUser['permissions'] = {},
): CurrentUser['permissions'] {
  const holder = holderOf(user)
  return Object.fromEntries(
    areas.map(({ area, defaults }) => {
      const named = new Set<string>([...verbs, ...Object.values(defaults).flat()])
      const held = (verb: string) =>
        holder === 'admin' || (holder !== null && (defaults[holder]?.includes(verb) ?? false))
      const own = Object.hasOwn(overrides, area) ? overrides[area] : undefined
      return [area, Object.fromEntries([...named].map((verb) => [verb, own?.[verb] ?? held(verb)]))]
    }),
  )
}
