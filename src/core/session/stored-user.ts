import type { CurrentUser } from '../access/access.ts'
import { isObject } from '../entity/parse.ts'

/** Where the browser keeps who was last signed in, for when the server cannot be reached (section 7). */
export const userKey = 'user'

/** What the session needs of a browser's local storage. */
export type UserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The user as `GET /api/user` answers; undefined for anything else. */
export function asUser(value: unknown): CurrentUser | undefined {
  return isUser(value) ? value : undefined
}

const isUser = (value: unknown): value is CurrentUser =>
  isObject(value) && typeof value.id === 'number' && typeof value.name === 'string' && isObject(value.permissions)

/** Reads a stored copy; undefined for none, or for text that is not one. */
export function parseUser(text: string | null): CurrentUser | undefined {
  if (text === null) return undefined
  try {
    return asUser(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The stored copy in a storage that may be full, or forbidden even to look at: then there is none, and nothing else suffers. */
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
