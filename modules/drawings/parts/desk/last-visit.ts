import { useEffect, useState } from 'react'
import type { Id } from '#core/access/access.ts'

const keyOf = (user: Id, project: Id) => `drawings seen ${user} ${project}`

/** When this person last looked at a project's drawings on this device, before now; null for the first time. */
export function useLastVisit(user: Id | undefined, project: Id): string | null {
  const [last] = useState(() => (user === undefined ? null : localStorage.getItem(keyOf(user, project))))
  useEffect(() => {
    if (user !== undefined) localStorage.setItem(keyOf(user, project), new Date().toISOString())
  }, [user, project])
  return last
}
