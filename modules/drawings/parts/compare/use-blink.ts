import { useEffect, useState } from 'react'

/** Whether Space is held. */
export function useBlink(): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const on = (name: 'keydown' | 'keyup') =>
      addEventListener(
        name,
        (event) => {
          const isControl = event.target instanceof Element && event.target.closest('button, a, input, [role=radio]')
          if (event.key !== ' ' || isControl) return
          event.preventDefault()
          setHeld(name === 'keydown')
        },
        { signal: stop.signal },
      )
    on('keydown')
    on('keyup')
    return () => stop.abort()
  }, [])
  return held
}
