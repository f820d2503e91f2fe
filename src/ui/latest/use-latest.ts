import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function for as long as the component is there, which does what its latest rendering says: what holds it renders alone. */
export function useLatest<A extends unknown[]>(act: (...of: A) => void): (...of: A) => void {
  const latest = useRef(act)
  useLayoutEffect(() => void (latest.current = act))
  return useCallback((...of) => latest.current(...of), [])
}
