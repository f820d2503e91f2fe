import { useEffect } from 'react'
import type { Need } from './slots.ts'

/** Hands over what waits for the user, when it is something else than before. */
export function usePut(put: (needs: readonly Need[] | null) => void, needs: readonly Need[] | null): void {
  const key = JSON.stringify(needs)
  // `key` stands for what they are.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => put(needs), [put, key])
}
