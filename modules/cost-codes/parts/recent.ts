import type { Id } from '#core/access/access.ts'

const MOST = 8
const keyOf = (user: Id, project_id: Id) => `recent.cost_codes.${user}.${project_id}`

/** The user's recently picked codes of a project, newest first. */
export function recentCodes(user: Id, project_id: Id): Id[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user, project_id)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Stores a code as the most recent one. A failure of local storage is only logged, since this is a convenience. */
export function rememberCode(user: Id, project_id: Id, id: Id): void {
  const next = [id, ...recentCodes(user, project_id).filter((one) => one !== id)].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(user, project_id), JSON.stringify(next))
  } catch (error) {
    console.warn('Recent cost codes could not be stored.', error)
  }
}
