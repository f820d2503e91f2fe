import { companyOf, formOf, type Company } from '#server/browser-company.ts'

/** Names the form of what is kept: another build of the demo begins anew. */
const FILE = `company ${import.meta.env.VITE_BUILT ?? ''}`

/** The browser's own folder of files for this site; undefined where it has none, or gives none in a private window. */
async function folder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await navigator.storage.getDirectory()
  } catch {
    return undefined
  }
}

/** The company that was kept by an earlier visit; undefined without one. */
export async function keptCompany(): Promise<Company | undefined> {
  try {
    const handle = await (await folder())?.getFileHandle(FILE)
    const file = await handle?.getFile()
    if (!file?.size) return undefined
    // A form's bytes begin with its boundary.
    const boundary = (await file.slice(0, 200).text()).split('\r\n')[0]?.slice(2)
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
    return await companyOf(await new Response(file, { headers }).formData())
  } catch (error) {
    // What cannot be read is not kept: the sample is seeded again.
    console.warn('What was kept of the last visit cannot be read.', error)
    return undefined
  }
}

let last: Promise<void> = Promise.resolve()
/** One after the other: a file that is being written cannot be removed. */
const afterLast = (task: () => Promise<void>): Promise<void> => (last = last.catch(() => {}).then(task))

/** Keeps the company for the next visit, where the browser has a place for it. */
export const keepCompany = (company: Company): Promise<void> => afterLast(() => write(company))

async function write(company: Company): Promise<void> {
  const handle = await (await folder())?.getFileHandle(FILE, { create: true })
  if (!handle || !('createWritable' in handle)) return
  const writable = await handle.createWritable()
  await writable.write(await new Response(formOf(company)).blob())
  await writable.close()
}

/** Forgets what is kept, of earlier builds as well. */
export const dropCompany = (): Promise<void> =>
  afterLast(async () => {
    const place = await folder()
    if (!place) return
    for await (const name of place.keys()) if (name.startsWith('company')) await place.removeEntry(name)
  })
