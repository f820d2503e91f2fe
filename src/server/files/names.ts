const MOST_CHARACTERS = 255

/** The last part of a path with Unix or Windows separators, as text that can be stored and sent; never empty. */
export function nameOf(sent: string | undefined): string {
  const bare = (sent ?? '')
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return bare.slice(-MOST_CHARACTERS).toWellFormed() || 'file'
}
