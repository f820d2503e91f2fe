import type { Id } from '#core/access/access.ts'

const MOST = 8
const keyOf = (name: string) => `recent.${name}`

/** The ids picked most recently on this device under a name, newest first. */
export function recentIds(name: string): Id[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Stores an id as the most recent one. A failure of local storage is only logged, since this is a convenience. */
export function rememberId(name: string, id: Id): void {
  const next = [id, ...recentIds(name).filter((one) => one !== id)].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(next))
  } catch (error) {
    console.warn('What was picked could not be remembered.', error)
  }
}
