const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

/** The largest file that is taken, unless an entity says otherwise (rule file-limits). */
export const MOST_FILE_BYTES = 100 * MB
/** The largest file of entities that take whole sets, such as drawings. */
export const MOST_SET_BYTES = GB

/** The largest file that is mailed. */
export const MOST_MAILED_BYTES = 20 * MB

/** The largest text that a page reads itself, such as a spreadsheet to import: it is read at once. */
export const MOST_TEXT_BYTES = 10 * MB

/** A size as people read it: "184 KB", "1.4 MB", "2.1 GB". */
export function formatSize(bytes: number): string {
  if (bytes >= GB) return `${(bytes / GB).toFixed(1)} GB`
  if (bytes >= MB) return `${(bytes / MB).toFixed(1)} MB`
  return `${bytes === 0 ? 0 : Math.max(1, Math.round(bytes / KB))} KB`
}

/** A size where tenths do not matter: "184 KB", "84 MB". */
export const roughSize = (bytes: number): string =>
  bytes < MB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${Math.round(bytes / MB)} MB`

const inUnits = (bytes: number) => (bytes >= GB ? `${bytes / GB} GB` : `${Math.round(bytes / MB)} MB`)

/** The message for a file that is larger than its limit. */
export const tooLarge = (most: number): string => `This file is larger than ${inUnits(most)}.`
