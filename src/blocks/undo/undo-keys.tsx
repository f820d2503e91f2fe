import { useEffect } from 'react'
import { useUndo } from './use-undo.ts'

/** Inputs undo what is typed in them, and dialogs and menus have the keys for themselves. */
const OWN = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]'

/** Ctrl or ⌘ Z undoes what was done on the page last; with Shift, or Ctrl Y, it is done again. @useSignals */
export const UndoKeys = () => {
  const { undo, redo } = useUndo()
  useEffect(() => {
    const stop = new AbortController()
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return
      if (event.target instanceof Element && event.target.closest(OWN)) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      void (key === 'y' || event.shiftKey ? redo() : undo())
    }
    addEventListener('keydown', press, { signal: stop.signal })
    return () => stop.abort()
  })
  return null
}
