import type { Hasher } from './auth/hash-queue.ts'

/** The password of all users in the sample company. */
export const PASSWORD = 'plumbline'

/** For stories only: it protects no password, and argon2 is not available in browsers. */
export const pageHasher: Hasher = {
  hash: async (password) => `plain:${password}`,
  verify: async (password, hash) => hash === `plain:${password}`,
}

/** A company as a server in a page takes it over: an SQLite database, and the files that its records name, by path. */
export interface Company {
  readonly database: Uint8Array<ArrayBuffer>
  readonly files: ReadonlyMap<string, Blob>
}

const DATABASE = 'database'

/** As a form, which is what both ends have words for. */
export function formOf({ database, files }: Company): FormData {
  const form = new FormData()
  form.append(DATABASE, new Blob([database]))
  for (const [path, file] of files) form.append(path, file)
  return form
}

/** @throws where it is no company */
export async function companyOf(form: FormData): Promise<Company> {
  const files = new Map([...form].filter((entry): entry is [string, File] => entry[1] instanceof Blob))
  const database = files.get(DATABASE)
  if (!database) throw new Error('This is no company: it has no database.')
  files.delete(DATABASE)
  return { database: new Uint8Array(await database.arrayBuffer()), files }
}
