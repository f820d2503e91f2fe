import { openPdf, type PdfDocument } from '#lib/pdf/pdf-document.ts'
import { KEPT_FILES } from '#core/kept/previews.ts'
import { deviceName } from '#lib/device.ts'

/** The file of a revision: where it is served, and what it is kept under, which changes with what is stamped on it. */
export interface SheetFile {
  readonly url: string
  readonly key: string
  /** Of a sheet that is not on the server. */
  readonly bytes?: () => ArrayBuffer
}

const open = () => globalThis.caches?.open(KEPT_FILES)

/** Why a sheet cannot be opened now, and could be once there is a signal. */
export const AWAY = 'away'

/** A sheet's bytes: from this device if it was opened before, or else from the server, and then kept here. */
export async function bytesOf({ url, key, bytes: own }: SheetFile, signal?: AbortSignal): Promise<ArrayBuffer> {
  if (own) return own()
  const cache = await open()
  const known = await cache?.match(key)
  if (known) return known.arrayBuffer()
  const answer = await fetch(url, { credentials: 'include', ...(signal && { signal }) }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Error(`This sheet is not on this ${deviceName()}, and there is no connection.`, { cause: AWAY })
  })
  if (!answer.ok) throw new Error('This sheet could not be loaded.')
  const bytes = await answer.arrayBuffer()
  // A device without room shows the sheet all the same.
  await cache
    ?.put(key, new Response(bytes.slice(0), { headers: { 'Content-Type': 'application/pdf' } }))
    .catch(() => {})
  return bytes
}

export const openSheet = async (file: SheetFile, signal: AbortSignal): Promise<PdfDocument> =>
  openPdf(await bytesOf(file, signal))
