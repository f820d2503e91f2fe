import { useEffect, useLayoutEffect, useRef } from 'react'

/** Inputs and whatever lies over the page have the keys for themselves. */
const OWN = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]'
const OVER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not([hidden])'

export interface ListKeys {
  /** j and k, or the arrows. */
  move(by: 1 | -1): void
  open(): void
  /** x, or with Shift all from the row that was ticked last. */
  tick(range: boolean): void
  all(): void
  /** Escape; false if there was nothing to leave. */
  leave(): boolean
  add(): void
  search(): void
}

/** The keys of a list, wherever the focus is on its page. */
export function useKeys(keys: ListKeys): void {
  const now = useRef(keys)
  useLayoutEffect(() => void (now.current = keys))
  useEffect(() => {
    const stop = new AbortController()
    const does: Readonly<Record<string, (event: KeyboardEvent) => unknown>> = {
      j: () => now.current.move(1),
      k: () => now.current.move(-1),
      x: ({ shiftKey }) => now.current.tick(shiftKey),
      c: () => now.current.add(),
      '/': () => now.current.search(),
      escape: () => now.current.leave(),
    }
    function press(event: KeyboardEvent) {
      const { target, defaultPrevented, altKey } = event
      if (defaultPrevented || altKey || !(target instanceof Element) || target.closest(OWN)) return
      const over = document.querySelector(OVER)
      if (over && (over.getClientRects().length > 0 || over.contains(target))) return
      const key = event.key.toLowerCase()
      const isCommand = event.ctrlKey || event.metaKey
      // A link or a button that has the focus is pressed by Enter itself.
      if (key === 'enter' && !isCommand && target === document.body) now.current.open()
      else if (key === 'a' && isCommand) now.current.all()
      else if (!isCommand && does[key]) {
        if (does[key](event) === false) return
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', press, { signal: stop.signal })
    return () => stop.abort()
  }, [])
}
