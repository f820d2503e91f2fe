/** How a file is looked at. */
export type Kind = 'pdf' | 'picture' | 'table' | 'text' | 'video' | 'sound' | 'other'

/** How a file of this type is previewed (rule document-preview). */
export function kindOf(mime: string): Kind {
  if (mime === 'application/pdf') return 'pdf'
  if (/^image\/(jpeg|png|webp|gif|avif)$/.test(mime)) return 'picture'
  if (mime === 'text/csv') return 'table'
  if (mime.startsWith('text/plain')) return 'text'
  if (mime.startsWith('video/')) return 'video'
  return mime.startsWith('audio/') ? 'sound' : 'other'
}

/** What stands on a file's tile: the ending of its name, at most four letters. */
export const endingOf = (name: string): string =>
  (/\.([a-z0-9]{1,4})[a-z0-9]*$/i.exec(name)?.[1] ?? 'file').toUpperCase()
