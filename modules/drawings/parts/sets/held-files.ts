import type { Id } from '#core/access/access.ts'
import { KEPT_FILES } from '#core/kept/previews.ts'

const pathOf = ({ url }: Request) => url.slice(new URL(url).origin.length)
const idIn = (path: string): Id | null => Number(/^\/drawings\/revisions\/(\d+)\.pdf\?/.exec(path)?.[1]) || null

/** The revisions whose files are on this device, with whatever is stamped on them. */
export async function heldRevisions(): Promise<ReadonlySet<Id>> {
  const files = (await (await globalThis.caches?.open(KEPT_FILES))?.keys())?.map(pathOf) ?? []
  return new Set(files.flatMap((path) => (path.endsWith('&snapshot') ? [] : (idIn(path) ?? []))))
}
