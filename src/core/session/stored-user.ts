import type { CurrentUser } from '../access/access.ts'
import { readId } from '../entity/id.ts'
import { isObject } from '#lib/is-object.ts'

/** The storage key of the last signed-in user, for when the server is unreachable. */
export const userKey = 'user'

/** The parts of local storage that the session uses. */
export type UserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const granted: readonly unknown[] = [true, 1, '1', 'true']

/**
 * The value as a user in the format of `GET /api/user`; undefined if it is not one. Servers may answer it in `data`, ids
 * as text, permissions as 0 and 1, an empty map as an empty list, and leave out what is empty.
 */
export function asUser(body: unknown): CurrentUser | undefined {
  const value = isObject(body) && isObject(body.data) ? body.data : body
  if (!isObject(value)) return undefined
  const { name, email, role, has_password } = value
  const id = readId(value.id)
  const isMap = isObject(value.permissions) || Array.isArray(value.permissions)
  if (id === null || typeof name !== 'string' || !isMap) return undefined
  const permissions = Object.entries(isObject(value.permissions) ? value.permissions : {}).map(
    ([area, verbs]): [string, Record<string, boolean>] => [
      area,
      Object.fromEntries(
        isObject(verbs) ? Object.entries(verbs).map(([verb, may]) => [verb, granted.includes(may)]) : [],
      ),
    ],
  )
  return {
    ...value,
    id,
    name,
    email: typeof email === 'string' ? email : '',
    role: typeof role === 'string' ? role : '',
    permissions: Object.fromEntries(permissions),
    customer_id: readId(value.customer_id),
    contact_type_id: readId(value.contact_type_id),
    ...(has_password !== undefined && { has_password: granted.includes(has_password) }),
  }
}

/** Parses a stored copy; undefined if there is none or it is invalid. */
export function parseUser(text: string | null): CurrentUser | undefined {
  if (text === null) return undefined
  try {
    return asUser(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * The stored copy, in a storage that may be full or throw on any access; then there is no copy, and everything else
 * still works.
 */
export function createStoredUser(find: () => UserStorage | undefined) {
  const attempt = <T>(work: (storage: UserStorage) => T): T | undefined => {
    try {
      const storage = find()
      return storage && work(storage)
    } catch {
      return undefined
    }
  }
  return {
    read: (): CurrentUser | undefined => parseUser(attempt((storage) => storage.getItem(userKey)) ?? null),
    write: (user: CurrentUser | null): void =>
      void attempt((storage) => (user ? storage.setItem(userKey, JSON.stringify(user)) : storage.removeItem(userKey))),
  }
}
