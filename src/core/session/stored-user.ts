import type { CurrentUser } from '../access/access.ts'
import { isObject } from '#lib/is-object.ts'

/** The storage key of the last signed-in user, for when the server is unreachable (section 7). */
export const userKey = 'user'

/** The parts of local storage that the session uses. */
export type UserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The value as a user in the format of `GET /api/user`; undefined if it is not one. */
export function asUser(value: unknown): CurrentUser | undefined {
  return isUser(value) ? value : undefined
}

const isUser = (value: unknown): value is CurrentUser =>
  isObject(value) && typeof value.id === 'number' && typeof value.name === 'string' && isObject(value.permissions)

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
