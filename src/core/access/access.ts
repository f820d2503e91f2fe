/** Ids are positive integers, the same in the browser and on the server. */
export type Id = number

/** The signed-in user, as returned by `GET /api/user`; `permissions` maps area → verb → allowed. */
export interface CurrentUser {
  id: Id
  name: string
  email: string
  role: string
  permissions: Record<string, Record<string, boolean>>
  customer_id: Id | null
  contact_type_id: Id | null
  /** False for an invited user who has not chosen a password yet. */
  has_password?: boolean
  /** Whether there is a passkey, so that no password is needed; other servers do not tell. */
  has_passkey?: boolean
  /** True while the company asks for a passkey or an authenticator app and there is none: nothing else is answered (rule sign-in-ways). */
  must_add?: boolean
  /** What of one's own record not everyone reads of others; servers that keep to the specification have it there. */
  track_time?: boolean
  notification_methods?: unknown
  phone_number?: string | null
  /** On the server, of a request with an access token: what that may, and the person whose rights it has in part (rule access-token). */
  token?: { readonly abilities: readonly string[]; readonly owner: CurrentUser }
  /** On the server, of a request by a share link: all that its recipient may see there (rule share-link). */
  grant?: Grant
}

/** What a share link shows: a part of what its maker sees, to look at and perhaps to answer (rule share-link). */
export interface Grant {
  readonly link: Id
  readonly project_id: Id
  /** The kind of its target, such as `folder`. */
  readonly what: string
  /** The table of its target, where a kind has several. */
  readonly target_type: string | null
  /** Null where it is about a part of the job as a whole. */
  readonly target_id: Id | null
  readonly discipline: string | null
  /** Whether a list has what is for everyone, not for the recipient alone. */
  readonly whole: boolean
  readonly recipient_id: Id
  readonly may_download: boolean
  /** Who made it, as they would be signed in now: it shows nothing that they do not see. */
  readonly maker: CurrentUser
  /** The names of the entities of which it may show something. */
  readonly reaches: ReadonlySet<string>
  /** The fields of these that are told, as their descriptions hold them. */
  readonly reads: ReadonlySet<object>
  /** What its recipient may do beyond looking: `message create`. */
  readonly answers: ReadonlySet<string>
}

/** What decides which records someone may see: whose they are differs by person, and what is read of them by rights. */
export const rightsOf = ({ id, role, permissions, customer_id, contact_type_id }: CurrentUser) =>
  [id, role, permissions, customer_id, contact_type_id] as const

/** A permission check on the signed-in user; the same function runs in the browser and on the server. */
export type Guard = (user: CurrentUser | null) => boolean

/** The basic operations on a record; areas may add others (approve, export …). */
export type Verb = 'view' | 'create' | 'edit' | 'delete'
export const verbs: readonly Verb[] = ['view', 'create', 'edit', 'delete']

/** Team roles (rule roles). */
export const roles = ['admin', 'project_manager', 'office_staff', 'foreman', 'employee'] as const
export type Role = (typeof roles)[number]

/** Groups with default permissions: team roles, and the two kinds of guest. Admins have all permissions. */
export type Holder = Exclude<Role, 'admin'> | 'customer' | 'contact'

export interface Area<N extends string = string> {
  readonly area: N
  /** Whether the specification does not name it, so that other servers may not know it. */
  readonly own: boolean
  readonly defaults: Partial<Record<Holder, readonly string[]>>
}

/**
 * Declares a permission area and the default permissions of each role; verbs beyond {@link Verb} need no declaration.
 * @example area('projects', { project_manager: ['view', 'create', 'edit'], foreman: ['view'] })
 */
export function area<const N extends string>(
  name: N,
  defaults: Partial<Record<Holder, readonly string[]>>,
  { own = false }: { own?: boolean } = {},
): Area<N> {
  return Object.freeze({ area: name, defaults, own })
}

/** True when the user's permissions allow the verb in the area. */
export const can =
  (verb: string, area: string): Guard =>
  (user) =>
    !!user && Object.hasOwn(user.permissions, area) && user.permissions[area]?.[verb] === true

export const anyone: Guard = () => true
export const nobody: Guard = () => false
export const signedIn: Guard = (user) => user !== null

/** A guest is someone signed in with a customer_id or a contact_type_id. */
export const guest: Guard = (user) => !!user && (user.customer_id !== null || user.contact_type_id !== null)
export const staff: Guard = (user) => !!user && !guest(user)

/** The same guard for every verb, for an entity's `access`. */
export const only = (guard: Guard): Record<Verb, Guard> => ({ view: guard, create: guard, edit: guard, delete: guard })

export const every =
  (...guards: Guard[]): Guard =>
  (user) =>
    guards.every((guard) => guard(user))

/** The group whose default permissions a user has, or null for an unknown role. */
export function holderOf(user: Pick<CurrentUser, 'role' | 'customer_id' | 'contact_type_id'>): Holder | 'admin' | null {
  if (user.customer_id !== null) return 'customer'
  if (user.contact_type_id !== null) return 'contact'
  return (roles as readonly string[]).includes(user.role) ? (user.role as Role) : null
}

/** A user's permissions: the defaults of the role with the user's own overrides. All other verbs are false. */
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

/**
 * A user whose server knows none of our own areas has there what their role has by default (rule stock-servers), and an
 * unknown role on the team what an employee has: one's own time and the RFIs.
 */
export function withOwnAreas(user: CurrentUser | null, areas: readonly Area[]): CurrentUser | null {
  const added = areas.filter(({ own }) => own)
  if (!user || added.some(({ area }) => Object.hasOwn(user.permissions, area))) return user
  const role = (roles as readonly string[]).includes(user.role) ? user.role : 'employee'
  return { ...user, permissions: { ...permissionsOf({ ...user, role }, added), ...user.permissions } }
}
