import { useEffect, useEffectEvent } from 'react'

interface Watcher extends EventTarget {
  destroy(): void
}

declare global {
  interface Window {
    /** The browser's API for close requests. Safari lacks it, but its devices have no back button. */
    CloseWatcher?: new () => Watcher
  }
}

/** Calls `onClose` on the phone's back button while something is open. Escape is handled by the focused layer. */
export const useCloseRequest = (open: boolean, onClose: () => void) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || !window.CloseWatcher) return
    const Watcher = window.CloseWatcher
    let watcher: Watcher | undefined
    let escape = false
    const key = (event: KeyboardEvent) => {
      escape = event.type === 'keydown' && event.key === 'Escape'
    }
    const watch = () => {
      watcher = new Watcher()
      watcher.addEventListener('close', () => {
        if (!escape) close()
        watch()
      })
    }
    watch()
    addEventListener('keydown', key, true)
    addEventListener('keyup', key, true)
    return () => {
      watcher?.destroy()
      removeEventListener('keydown', key, true)
      removeEventListener('keyup', key, true)
    }
  }, [open])
}
