import { FetchError, type $Fetch } from 'ofetch'

/** Finds a record of the sample company by its name. @throws when a list has no such record. */
export type Find = (list: string, name: string) => Promise<number>

/** The tools to prepare a story as an administrator, before its own user signs in. */
export interface Preparing {
  http: $Fetch
  find: Find
}

/** The path of a story, or a function that prepares it on the freshly seeded server. */
export type Path = string | ((as: Preparing) => Promise<string>)

interface Named {
  id: number
  name?: string
  title?: string
}

export const createFind =
  (http: $Fetch): Find =>
  async (list, name) => {
    const records = await http<Named[]>(`/api${list}`, { query: { status: 'all' } })
    const found = records.find((record) => record.name === name || record.title === name)
    if (!found) throw new Error(`The sample company has no "${name}" in ${list}.`)
    return found.id
  }

/**
 * The path of a record, of something below it, or one built from its id.
 * @example at('/projects', 'Canyon Lakes Elementary', '/rfis')
 */
export const at =
  (list: string, name: string, below: string | ((id: number) => string) = ''): Path =>
  async ({ find }) => {
    const id = await find(list, name)
    return typeof below === 'string' ? `${list}/${id}${below}` : below(id)
  }

const MOST_TRIES = 5

/**
 * Asks again with another token where that was refused: what the story before asked at its end may be answered in between,
 * with a session of its own.
 */
async function withToken<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await ask()
    } catch (error) {
      if (tries === MOST_TRIES || !(error instanceof FetchError) || error.status !== 419) throw error
    }
}

/** Resolves a path as an administrator, who is signed out afterwards. */
export async function resolvePath(path: Path, http: $Fetch, password: string): Promise<string> {
  if (typeof path === 'string') return path
  await withToken(() => http('/login', { method: 'POST', body: { email: 'admin@plumbline.test', password } }))
  const found = await path({ http, find: createFind(http) })
  await http('/logout', { method: 'POST' })
  return found
}
