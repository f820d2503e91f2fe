import { isObject } from '#lib/is-object.ts'

const keyOf = (entity: string) => `import.${entity}`

/** What each column title stood for in earlier files, as this device remembers it. */
export function recallMapping(entity: string): Record<string, string | null> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(entity)) ?? '{}')
    if (!isObject(kept)) return {}
    const known = Object.entries(kept).filter(([, name]) => name === null || typeof name === 'string')
    return Object.fromEntries(known) as Record<string, string | null>
  } catch {
    return {}
  }
}

export function rememberMapping(entity: string, chosen: Readonly<Record<string, string | null>>): void {
  try {
    localStorage.setItem(keyOf(entity), JSON.stringify({ ...recallMapping(entity), ...chosen }))
  } catch (error) {
    // Remembering is a convenience.
    console.warn('The columns of this file could not be remembered.', error)
  }
}
