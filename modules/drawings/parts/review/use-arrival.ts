import { useEffect, useRef } from 'react'

/** Moves the focus to an input whenever another arrival is given, with what it holds selected. */
export function useArrival(arrival: object | null) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const at = input.current
    if (!arrival || !at || at === document.activeElement) return
    at.focus()
    at.select()
  }, [arrival])
  return input
}
