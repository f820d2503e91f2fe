import { useCallback, useState } from 'react'

/** Whether something that somebody waits for is under way, and what it is: `await during(resource.save(draft))`. */
export function useBusy(): [busy: boolean, during: <T>(work: Promise<T>) => Promise<T>] {
  const [busy, setBusy] = useState(false)
  const during = useCallback(<T>(work: Promise<T>) => {
    setBusy(true)
    return work.finally(() => setBusy(false))
  }, [])
  return [busy, during]
}
