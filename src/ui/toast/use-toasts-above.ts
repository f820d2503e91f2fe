import { useEffect } from 'react'

let bars = 0

/** Keeps toasts above a bar at the foot of the page, whose buttons they would cover, while it is shown. */
export function useToastsAbove(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined
    bars++
    document.documentElement.dataset.foot = 'bar'
    return () => {
      bars--
      if (bars === 0) delete document.documentElement.dataset.foot
    }
  }, [isShown])
}
