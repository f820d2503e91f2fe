/** The URL of a link within this app; null for anything else. */
function ownPath(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return null
  const url = new URL(link.href)
  return url.origin === location.origin && !isServers(url.pathname) ? url : null
}

/** Routes clicks on links within this app; the browser handles all others. */
export function followLinks(navigate: (path: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const url = ownPath(event.target)
    if (!url) return
    event.preventDefault()
    navigate(url.pathname + url.search + url.hash)
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}

/** Calls `load` when a link is hovered or focused, to prefetch its screen. */
export function prefetchLinks(load: (path: string) => void): () => void {
  const onPoint = ({ target }: Event) => {
    const url = ownPath(target)
    if (url) load(url.pathname)
  }
  document.addEventListener('pointerover', onPoint, { passive: true })
  document.addEventListener('focusin', onPoint, { passive: true })
  return () => {
    document.removeEventListener('pointerover', onPoint)
    document.removeEventListener('focusin', onPoint)
  }
}

const isServers = (path: string) =>
  /^\/(api|files|setup-admin|forgot-password|reset-password|invite|confirm|calendar)(\/|$)/.test(path)
