/** A mention that is being typed: the name so far, and where its `@` stands. */
export interface TypedMention {
  readonly name: string
  readonly from: number
}

/** The mention at the end of a text; null if there is none. A name may have several words. */
export function typedMention(text: string): TypedMention | null {
  const found = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}’'.-]*(?: [\p{L}\p{N}’'.-]+){0,3})$/u.exec(text)
  return found ? { name: found[1] ?? '', from: text.lastIndexOf('@') } : null
}

/** The names that begin with the typed one, then those with a later word that does; none once a name is complete. */
export function suggested(names: readonly string[], typed: string): string[] {
  const start = typed.toLowerCase()
  const known = [...new Set(names)].sort((a, b) => a.localeCompare(b))
  const begins = known.filter((name) => name.toLowerCase().startsWith(start))
  const later = known.filter((name) => !begins.includes(name) && name.toLowerCase().includes(` ${start}`))
  return begins.some((name) => name.toLowerCase() === start) ? [] : [...begins, ...later]
}
