import { useEffect, useLayoutEffect, useRef } from 'react'

/** Inputs and whatever lies over the page have the keys for themselves. */
const OWN = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]'
const OVER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not([hidden])'

export interface ListKeys {
  move(by: 1 | -1): void
  /** The arrows in a row that has the focus; false where they are left to the browser, which scrolls by them. */
  step(from: number, by: 1 | -1): boolean
  open(): void
  /** x, or with Shift all from the row that was ticked last. */
  tick(range: boolean): void
  /** Space in a row that has the focus. */
  mark(row: number): boolean
  all(): void
  /** Escape; false if there was nothing to leave. */
  leave(): boolean
  add(): void
  search(): void
  /** 1 and 2: the answers that stand in the row at the cursor. */
  answer(nth: number): void
}

/** Whether a key is for the page: not for an input, nor for what lies over the page. */
export function isForPage({ target, defaultPrevented, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || !(target instanceof Element) || target.closest(OWN)) return false
  const over = document.querySelector(OVER)
  return !over || (over.getClientRects().length === 0 && !over.contains(target))
}

const unused = () => false
/** The row that has the focus, on its link: its buttons and boxes have the keys for themselves. */
const rowOf = ({ target }: KeyboardEvent): number =>
  target instanceof HTMLAnchorElement
    ? Number(target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey)
    : Number.NaN

/** The keys of a list, wherever the focus is on its page; those that it has no use for are left to the browser. */
export function useKeys(keys: Partial<ListKeys>): void {
  const now = useRef(keys)
  useLayoutEffect(() => void (now.current = keys))
  useEffect(() => {
    const stop = new AbortController()
    const does: Readonly<Record<string, (own: Partial<ListKeys>, event: KeyboardEvent) => unknown>> = {
      j: ({ move = unused }) => move(1),
      k: ({ move = unused }) => move(-1),
      arrowdown: ({ step = unused }, event) => step(rowOf(event), 1),
      arrowup: ({ step = unused }, event) => step(rowOf(event), -1),
      ' ': ({ mark = unused }, event) => mark(rowOf(event)),
      x: ({ tick = unused }, { shiftKey }) => tick(shiftKey),
      c: ({ add = unused }) => add(),
      '/': ({ search = unused }) => search(),
      escape: ({ leave = unused }) => leave(),
      1: ({ answer = unused }) => answer(0),
      2: ({ answer = unused }) => answer(1),
    }
    function press(event: KeyboardEvent) {
      if (!isForPage(event)) return
      const key = event.key.toLowerCase()
      const isCommand = event.ctrlKey || event.metaKey
      // A link or a button that has the focus is pressed by Enter itself.
      if (key === 'enter' && !isCommand && event.target === document.body && now.current.open) now.current.open()
      else if (key === 'a' && isCommand && now.current.all) now.current.all()
      else if (!isCommand && does[key]) {
        if (does[key](now.current, event) === false) return
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', press, { signal: stop.signal })
    return () => stop.abort()
  }, [])
}
