import { useEffect } from 'react'
import type { Need } from './slots.ts'

/** Hands over what waits for the user, when it is something else than before. */
export function usePut(put: (needs: readonly Need[] | null) => void, needs: readonly Need[] | null): void {
  const key = JSON.stringify(needs)
  useEffect(() => put(JSON.parse(key) as readonly Need[] | null), [put, key])
}
