import type { Hasher } from './auth/hash-queue.ts'

/** The password of all users in the sample company. */
export const PASSWORD = 'plumbline'

/** Where a development server offers the sample company to its pages. */
export const COMPANY_PATH = '/sample-company'

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

/**
 * The sample company that the server of this page offers, which takes a tenth of the time of seeding it here. A Storybook
 * that was built offers none, since the company's days are around today.
 */
export async function offeredCompany(): Promise<Company | undefined> {
  const answer = await fetch(COMPANY_PATH)
  const isForm = answer.headers.get('content-type')?.startsWith('multipart/form-data')
  return answer.ok && isForm ? companyOf(await answer.formData()) : undefined
}
