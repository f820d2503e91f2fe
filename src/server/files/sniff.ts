import { fileTypeFromBuffer } from 'file-type'

/** How many of a file's first bytes tell its kind. */
export const HEAD_BYTES = 4100

/** Told by their content alone, whatever they are called. */
const known = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/tiff',
  'application/pdf',
  'application/zip',
  'application/x-cfb',
  'application/rtf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'image/vnd.dwg',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'audio/mpeg',
  'audio/x-m4a',
  'audio/wav',
])
/** Plain text, by the ending it goes by. */
const texts: Record<string, string> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  dxf: 'application/octet-stream',
  ics: 'text/calendar',
  vcf: 'text/vcard',
}
/** Kinds of the trade that no signature tells; never shown, only downloaded. */
const others = new Set(['dwg', 'rvt', 'rfa', 'skp', 'ifc', 'nwd', 'nwf', 'bak', 'est', 'mpp'])

/** Shown in a browser as they are: nothing in them can run. */
const harmless = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'text/plain', 'text/csv'])
export const isHarmless = (mime: string): boolean => harmless.has(mime)

/** Pictures a browser can show. */
export const isPicture = (mime: string): boolean => mime.startsWith('image/') && harmless.has(mime)

/**
 * A file's media type by its content, its name only breaking ties; null for what is not taken. Markup is refused by any
 * name: an HTML page called .jpg is a page, and an SVG may hold a script.
 */
export async function sniff(head: Uint8Array, name: string): Promise<string | null> {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const found = await fileTypeFromBuffer(head)
  if (found) return known.has(found.mime) ? found.mime : null
  if (looksLikeText(head)) return /^\s*<[a-z!?]/i.test(new TextDecoder().decode(head)) ? null : (texts[ending] ?? null)
  return others.has(ending) ? 'application/octet-stream' : null
}

/** UTF-8 without control characters; the last sign may be cut off where the head ends. */
function looksLikeText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return !/[^\P{Cc}\t\n\r\f\v]/u.test(text)
  } catch {
    return false
  }
}
