import { useEffect, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'

/** The longest wait in milliseconds: hidden pages draw no frames. */
const HIDDEN = 100

/**
 * A signal's value, taken at most once a frame: of a flood of changes that move many rows, only what a frame can show is
 * rendered.
 */
export function useFramed<T>(source: ReadonlySignal<T>): T {
  const [shown, setShown] = useState({ source, value: source.peek() })
  useEffect(() => {
    let frame: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const cancel = () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      clearTimeout(timer)
      frame = timer = undefined
    }
    const show = () => {
      cancel()
      const value = source.peek()
      setShown((last) => (last.source === source && last.value === value ? last : { source, value }))
    }
    const stop = source.subscribe(() => {
      if (timer !== undefined) return
      frame = requestAnimationFrame(show)
      timer = setTimeout(show, HIDDEN)
    })
    return () => {
      stop()
      cancel()
    }
  }, [source])
  return shown.source === source ? shown.value : source.peek()
}
