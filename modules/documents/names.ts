/** How long a name may be in bytes, as file systems count. */
const MOST_BYTES = 255

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength

/** What is wrong with the name that someone typed for a folder or a document; null for a name that any system can keep. */
export function nameProblem(name: string): string | null {
  if (/[/\\]/.test(name)) return 'A name cannot contain / or \\.'
  if (/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(name)) return 'This name contains characters that cannot be seen.'
  if (/^\.+$/.test(name.trim())) return 'A name cannot be made of dots alone.'
  return bytesOf(name) > MOST_BYTES ? `This name is longer than ${MOST_BYTES} bytes.` : null
}

/** A file's own name as one that any system can keep; its ending stays. */
export function cleanName(name: string): string {
  const visible = name
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
    .replace(/[/\\]/g, '_')
    .trim()
  return shortened(/^\.*$/.test(visible) ? 'file' : visible)
}

/** The first name like this one that is not among those taken, which are compared without case: `Plan (2).pdf`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const [stem, ending] = partsOf(name)
  for (let count = 2; ; count++) {
    const next = shortened(`${stem} (${count})${ending}`, ` (${count})${ending}`)
    if (!isTaken(next)) return next
  }
}

/** A new name of a document: without an ending of its own it keeps the one the document has. */
export const renamed = (name: string, before: string): string =>
  partsOf(name)[1] ? name : `${name.trim()}${partsOf(before)[1]}`

/** A name and its ending with the dot, if it has one. */
function partsOf(name: string): [stem: string, ending: string] {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.\s]{1,12})?$/su.exec(name) ?? []
  return [stem, ending]
}

/** Shortens a name in the middle, so that `tail` stays. */
function shortened(name: string, tail = partsOf(name)[1]): string {
  let stem = name.slice(0, name.length - tail.length)
  while (bytesOf(stem + tail) > MOST_BYTES) stem = [...stem].slice(0, -1).join('')
  return stem + tail
}
