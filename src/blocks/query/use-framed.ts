import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'

/** The longest wait for a frame in milliseconds: hidden pages draw none. */
const HIDDEN = 100
/** Of a flood of changes, rendering takes at most about a tenth of the time. */
const SHARE = 10

/**
 * A signal's value, taken at most once a frame, and less often while rendering it takes long: of a flood of changes that
 * move many rows, only what can be followed is rendered.
 */
export function useFramed<T>(source: ReadonlySignal<T>): T {
  const [shown, setShown] = useState({ source, value: source.peek() })
  const current = useRef(shown)
  const rendering = useRef({ began: 0, restUntil: 0 })
  useLayoutEffect(() => {
    current.current = shown
    const now = performance.now()
    const { began } = rendering.current
    if (began) rendering.current = { began: 0, restUntil: now + (now - began) * SHARE }
  }, [shown])
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
      if (current.current.source === source && current.current.value === value) return
      rendering.current.began = performance.now()
      setShown({ source, value })
    }
    const stop = source.subscribe(() => {
      if (timer !== undefined) return
      const rest = rendering.current.restUntil - performance.now()
      if (rest <= 0) frame = requestAnimationFrame(show)
      timer = setTimeout(show, Math.max(HIDDEN, rest))
    })
    return () => {
      stop()
      cancel()
    }
  }, [source])
  return shown.source === source ? shown.value : source.peek()
}
