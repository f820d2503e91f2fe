import { useEffect, useRef } from 'react'

/** What a key does, by its name in lower case, with `ctrl+` and `shift+` before it where those are held; letters alone ignore shift. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest(
    'input:not([type=radio], [type=checkbox]), textarea, select, [role=dialog], [role=menu], [role=listbox]',
  )

/** Keys of the page, while nobody types. */
export function useKeys(keys: Keys): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    const stop = new AbortController()
    addEventListener(
      'keydown',
      (event) => {
        if (event.altKey || isTyping(event.target)) return
        const isCommand = event.ctrlKey || event.metaKey
        const isShifted = event.shiftKey && (isCommand || event.key.length > 1)
        const name = `${isCommand ? 'ctrl+' : ''}${isShifted ? 'shift+' : ''}${event.key.toLowerCase()}`
        const act = now.current[name]
        if (!act) return
        event.preventDefault()
        act()
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [])
}
