import type { Id } from '#core/access/access.ts'

const MOST = 8
const keyOf = (name: string) => `recent.${name}`

function recent(name: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? '[]')
    return Array.isArray(kept) ? kept.slice(0, MOST) : []
  } catch {
    return []
  }
}

/** The ids picked most recently on this device under a name, newest first. */
export const recentIds = (name: string): Id[] => recent(name).filter((id) => typeof id === 'number')
/** The same for texts, such as keys of records of several kinds. */
export const recentTexts = (name: string): string[] => recent(name).filter((text) => typeof text === 'string')

/** Stores an id or a text as the most recent one. A failure of local storage is only logged, since this is a convenience. */
export function remember(name: string, one: Id | string): void {
  const next = [one, ...recent(name).filter((other) => other !== one)].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(next))
  } catch (error) {
    console.warn('What was picked could not be remembered.', error)
  }
}
