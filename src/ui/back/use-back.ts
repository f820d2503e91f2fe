import { useEffectEvent, useLayoutEffect } from 'react'
import { addLayer } from './back.ts'

/** Calls `onClose` when the person goes back while this layer is open and topmost. */
export function useBack(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => (open ? addLayer(() => close()) : undefined), [open])
}
