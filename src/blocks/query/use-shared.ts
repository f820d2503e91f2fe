import { useState } from 'react'
import { shared } from '#core/store/watched.ts'

/** Plain values that were computed anew: what is the same as before stays the same object, so that a `memo` of it renders nothing. */
export function useShared<T>(value: T): T {
  const [held] = useState(() => new Map<'last', T>())
  const next = held.has('last') ? shared(held.get('last') as T, value) : value
  held.set('last', next)
  return next
}
