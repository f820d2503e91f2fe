import { isObject } from '#lib/is-object.ts'
import type { SharePage } from '#lib/share-page.ts'
import { filesOn, itemsOf, type SharedItem } from './shared-items.ts'

/** Where files and lists of share links are kept; the service worker reads it (vite.config.ts). */
const CACHE = 'shared'
const NO_SIGNAL = 'There is no connection, and nothing of this link is on this device yet.'
const FAILED = 'The link could not be opened. Try again in a moment.'

/** A sheet or a file, as the page shows it. */
export interface SharedFile {
  readonly id: number
  readonly name: string
  readonly title: string
  /** The heading that it stands under: its folder. */
  readonly place: string
  readonly revision: string | null
  readonly at: string | null
  readonly file: string
  readonly thumb: string | null
  /** The work item that it is a file of. */
  readonly item?: number
}

/** What a link shows: as the server says it now, or as this device kept it (`isKept`). */
export interface Shared {
  readonly page: SharePage
  readonly files: readonly SharedFile[]
  readonly items: readonly SharedItem[]
  readonly isKept: boolean
}
export type Opened = Shared | { readonly problem: string; readonly isOver: boolean }

type Row = Readonly<Record<string, unknown>>
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isObject) : [])

const keyOf = (token: string) => `share ${token}`
const at = ({ link }: Pick<SharePage, 'link'>) => `/s/${link}/api`
/** An address below those of a link. */
export const addressIn = (page: SharePage, path: string) => `${at(page)}/${path}`
/** Whether it was changed since the recipient was here before; nothing is new to who comes for the first time. */
export const isNew = ({ at }: { readonly at: string | null }, since: string | null): boolean =>
  since !== null && at !== null && at > since

function sheetsOf(page: SharePage, sheets: readonly Row[]): SharedFile[] {
  return sheets.map((sheet) => {
    const address = addressIn(page, `drawing_revisions/${sheet.current_revision_id}`)
    return {
      id: Number(sheet.id),
      name: String(sheet.number),
      title: textOf(sheet.title) ?? '',
      place: '',
      revision: textOf(sheet.revision),
      at: textOf(sheet.revised_at),
      file: `${address}/file`,
      thumb: `${address}/thumb`,
    }
  })
}

function documentsOf(page: SharePage, folders: readonly Row[], documents: readonly Row[]): SharedFile[] {
  const known = new Map(folders.map((folder) => [folder.id, folder]))
  const placeOf = (id: unknown): string => {
    const folder = known.get(id)
    return folder ? [placeOf(folder.parent_id), String(folder.name)].filter(Boolean).join(' / ') : ''
  }
  const files = documents.map((document) => {
    const address = addressIn(page, `documents/${Number(document.id)}`)
    return {
      id: Number(document.id),
      name: String(document.name),
      title: '',
      place: placeOf(document.folder_id),
      revision: null,
      at: textOf(document.updated_at),
      // The version tells one that is kept from a later one.
      file: `${address}/file?version=${Number(document.version)}`,
      thumb: document.preview_state === 'ready' ? `${address}/thumb` : null,
    }
  })
  return files.toSorted((a, b) => a.place.localeCompare(b.place) || a.name.localeCompare(b.name))
}

const opensCache = async () => globalThis.caches?.open(CACHE)

/** A list from the server, which is kept, or as it was kept. @throws without either */
async function listOf(address: string, isKept: boolean): Promise<unknown> {
  const cache = await opensCache()
  const answer = isKept ? await cache?.match(address) : await fetch(address)
  if (!answer?.ok) throw new Error(FAILED)
  if (!isKept) await cache?.put(address, answer.clone())
  return answer.json()
}

async function recordsOf(page: SharePage, isKept: boolean): Promise<Shared> {
  const list = async (name: string) => rowsIn(await listOf(addressIn(page, name), isKept))
  const { kind } = page
  if (kind) {
    const paths = [kind.path, 'messages', 'attachments', ...(kind.lines ? [kind.lines.path] : [])]
    const [records = [], messages = [], files = [], lines = []] = await Promise.all(paths.map(list))
    return { page, isKept, items: itemsOf(page, kind, records, messages, lines), files: filesOn(at(page), files) }
  }
  const files =
    page.noun === 'sheet'
      ? sheetsOf(page, await list('drawing_sheets'))
      : documentsOf(page, await list('folders'), await list('documents'))
  return { page, isKept, items: [], files }
}

/** Drops what this device has of a link that has ended. */
async function forget(token: string): Promise<void> {
  const known = keptPage(token)
  localStorage.removeItem(keyOf(token))
  const cache = await opensCache()
  if (!known || !cache) return
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith(`${at(known)}/`)) await cache.delete(request)
}

function keptPage(token: string): SharePage | null {
  const text = localStorage.getItem(keyOf(token))
  // It was written by `open`, from what the server answered.
  return text === null ? null : (JSON.parse(text) as SharePage)
}

async function kept(token: string): Promise<Opened> {
  const page = keptPage(token)
  if (!page) return { problem: NO_SIGNAL, isOver: false }
  return recordsOf(page, true).catch(() => ({ problem: NO_SIGNAL, isOver: false }))
}

const post = (address: string, body: object) =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Opens a link, or without a connection what this device has of it. */
export async function open(token: string): Promise<Opened> {
  try {
    const answer = await post('/s/open', { token })
    const body: unknown = await answer.json()
    if (answer.status === 404) {
      await forget(token)
      return { problem: isObject(body) ? (textOf(body.message) ?? FAILED) : FAILED, isOver: true }
    }
    if (!answer.ok) return { problem: FAILED, isOver: false }
    // The server answers with its type.
    const page = body as SharePage
    const shared = await recordsOf(page, false)
    localStorage.setItem(keyOf(token), JSON.stringify(page))
    return shared
  } catch {
    return kept(token)
  }
}

/** Says that the recipient has what is shown; false if that could not be sent. */
export const confirm = ({ page }: Shared): Promise<boolean> =>
  post(`${at(page)}/share/confirm`, { as_of: page.as_of }).then(
    ({ ok }) => ok,
    () => false,
  )

const addressOf = (path: string) => new URL(path, location.href).href

/** Which files of a link are on this device, and how many of them are not current any more. */
export async function heldOf({ page, files }: Shared): Promise<{ held: ReadonlySet<string>; old: number }> {
  const requests = (await (await opensCache())?.keys()) ?? []
  const own = requests.map(({ url }) => url).filter((url) => new URL(url).pathname.startsWith(`${at(page)}/`))
  const all = own.filter((url) => new URL(url).pathname.endsWith('/file'))
  const current = new Set(files.map(({ file }) => addressOf(file)))
  return { held: new Set(all.filter((url) => current.has(url))), old: all.filter((url) => !current.has(url)).length }
}
export const isHeld = (held: ReadonlySet<string>, { file }: SharedFile): boolean => held.has(addressOf(file))

/** Keeps the small pictures, and with `whole` the files, and lets go of what is not current any more. */
export async function keep({ page, files }: Shared, whole: boolean): Promise<void> {
  const cache = await opensCache()
  if (!cache) return
  const wanted = files.flatMap(({ file, thumb }) => [thumb ?? [], whole ? file : []].flat())
  for (const path of wanted) {
    if (await cache.match(path)) continue
    const answer = await fetch(path)
    if (answer.status === 200) await cache.put(path, answer)
  }
  if (!whole) return
  const current = new Set(wanted.map(addressOf))
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    const isOwn = pathname.startsWith(`${at(page)}/`) && /\/(file|thumb|preview)$/.test(pathname)
    if (isOwn && !current.has(url)) await cache.delete(url)
  }
}
