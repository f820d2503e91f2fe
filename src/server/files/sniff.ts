import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { decodedText } from '../../lib/decoded-text.ts'
import { cleanName } from '../../lib/file-names.ts'
import { HEADER_BYTES } from '../../lib/image-header.ts'

/** How many of a file's first bytes are needed to detect its type and a picture's size. */
export const HEAD_BYTES = HEADER_BYTES

/** Types detected from content alone, whatever the file name, with their extensions, the usual one first. */
const known: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'image/tiff': ['tif', 'tiff'],
  'application/pdf': ['pdf'],
  // Container formats that many construction file types are based on.
  'application/zip': ['zip', 'kmz', 'skp', 'ifczip', 'bcf', 'bcfzip'],
  'application/x-cfb': ['cfb', 'doc', 'xls', 'ppt', 'msg', 'vsd', 'mpp', 'rvt', 'rfa', 'est', 'bak'],
  'application/rtf': ['rtf', 'doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'image/vnd.dwg': ['dwg'],
  'video/mp4': ['mp4', 'm4v', 'mov'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mp3'],
  'audio/x-m4a': ['m4a', 'mp4'],
  'audio/wav': ['wav'],
  'text/calendar': ['ics', 'ical', 'ifb'],
  'text/vcard': ['vcf', 'vcard'],
}
const endingOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

const UNKNOWN = 'application/octet-stream'
/** Plain text types, by extension. */
const texts: Record<string, string> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  dxf: UNKNOWN,
}
/** Construction file types that have no signature; they are only downloaded, never shown. */
const others = new Set(['dwg', 'rvt', 'rfa', 'skp', 'ifc', 'nwd', 'nwf', 'bak', 'est', 'mpp'])

/** The extensions that a file of this type may have, the usual one first. */
function endingsOf(mime: string): readonly string[] {
  const found = known[mime] ?? Object.keys(texts).filter((ending) => texts[ending] === mime)
  return mime === UNKNOWN || !found.length ? ['bin', ...found, ...others] : found
}

/** Whether a name has an extension of its actual content, so that no picture can be opened as a program. */
export const fits = (name: string, mime: string): boolean => endingsOf(mime).includes(endingOf(name))

/** A file's name with an extension of its content: its own, that of its name `before`, or the usual one. */
function withEndingOf(name: string, mime: string, before = ''): string {
  if (fits(name, mime)) return name
  return `${name}${fits(before, mime) ? before.slice(before.lastIndexOf('.')) : `.${endingsOf(mime)[0]}`}`
}

/** A file's name as it may be kept and handed out (rule file-name), with the ending of its name `before` if that fits. */
export const named = (name: string, mime: string, before?: string): string =>
  cleanName(withEndingOf(cleanName(name), mime, before))

/** Types that are safe to show in a browser, because they cannot contain anything executable. */
const harmless = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'text/plain', 'text/csv'])
export const isHarmless = (mime: string): boolean => harmless.has(mime)

/** Pictures that browsers can show. */
export const isPicture = (mime: string): boolean => mime.startsWith('image/') && harmless.has(mime)

/**
 * Detects a file's media type from its content, using its name only as a tie-breaker; null for types that are not
 * accepted. Markup is refused under any name: an HTML page named .jpg is still a page, and an SVG may contain a script.
 */
export async function sniff(head: Uint8Array, name: string): Promise<string | null> {
  const ending = endingOf(name)
  const found = await fileTypeFromBuffer(head)
  if (found) return Object.hasOwn(known, found.mime) ? found.mime : null
  const text = decodedText(head)
  if (looksLikeText(text)) return /^\s*<[a-z!?]/i.test(text) ? null : (texts[ending] ?? null)
  return others.has(ending) ? UNKNOWN : null
}

/** Whether it has no control characters. In UTF-16, the last character may be incomplete. */
const looksLikeText = (text: string): boolean => !/[^\P{Cc}\t\n\r\f\v]/u.test(text)

const MOST_PIXELS = 100_000_000

/** What is wrong with a picture according to its header, before anything decodes it; null if browsers can show it. */
export function pictureProblem(head: Uint8Array): string | null {
  try {
    const { width, height } = imageSize(head)
    return width * height > MOST_PIXELS ? 'This picture has more than 100 megapixels.' : null
  } catch {
    return 'This picture cannot be read.'
  }
}
