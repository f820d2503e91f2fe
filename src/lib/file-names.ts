/** How long a name may be in bytes, as file systems count. */
const MOST_BYTES = 255

/** What Windows takes for a device, whatever ending follows. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))/iu
const FORBIDDEN = /[/\\:*?"<>|]+/gu
/** Joiners, variants and tags are parts of letters and signs that show. */
const HIDDEN =
  /[\p{Cc}\p{Cn}\p{Cs}\p{Bidi_Control}\u2028\u2029]|(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu
const SHOWS_NOTHING = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800.]*$/u

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength
const has = (pattern: RegExp, name: string) => name.search(pattern) >= 0

/**
 * What is wrong with a name for a folder or a file, and which would do; null for one that Windows, macOS and Linux can
 * all keep (rule file-name).
 */
export function nameProblem(name: string): string | null {
  const problem = kindOfProblem(name)
  return problem && `${problem} Use ${cleanName(name)} instead.`
}

function kindOfProblem(name: string): string | null {
  if (has(SHOWS_NOTHING, name)) return 'This name shows nothing.'
  if (has(HIDDEN, name)) return 'This name contains characters that cannot be seen.'
  if (has(FORBIDDEN, name)) return 'A name cannot contain / \\ : * ? " < > or |.'
  if (has(/^[\s.]/u, name)) return 'A name cannot begin with a dot or a space.'
  if (has(/[\s.]$/u, name)) return 'A name cannot end with a dot or a space.'
  if (has(SHOWS_NOTHING, partsOf(name)[0])) return 'This name shows nothing.'
  if (has(DEVICE, name)) return 'Windows keeps this name for a device.'
  return bytesOf(name) > MOST_BYTES ? `This name is longer than ${MOST_BYTES} bytes.` : null
}

/** A name as the nearest one that `nameProblem` accepts; its ending stays. */
export function cleanName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(HIDDEN, '')
    .replace(FORBIDDEN, '_')
    .replace(/[\s.]+$/u, '')
    // What follows is all there is of it, and may be its ending.
    .replace(/^[\s.]*\.(?=[^.\s]+$)/u, '_.')
    .replace(/^[\s.]+/u, '')
    .replace(DEVICE, '$1_')
  const [stem, ending] = partsOf(plain)
  return shortened(has(SHOWS_NOTHING, stem) ? `file${ending}` : plain)
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

/** A name and its ending with the dot, if it has one. */
function partsOf(name: string): [stem: string, ending: string] {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.\s]{1,12})?$/su.exec(name) ?? []
  return [stem, ending]
}

/** Shortens a name in the middle, so that `tail` stays. */
function shortened(name: string, tail = partsOf(name)[1]): string {
  let stem = name.slice(0, name.length - tail.length)
  if (bytesOf(stem + tail) <= MOST_BYTES) return name
  // A character takes at most four bytes for two units.
  stem = stem.slice(0, MOST_BYTES).toWellFormed()
  while (bytesOf(stem + tail) > MOST_BYTES) stem = [...stem].slice(0, -1).join('')
  return stem.replace(/[\s.]+$/u, '') + tail
}
