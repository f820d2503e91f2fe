import { useSyncExternalStore } from 'react'

/** Follows one media query. */
function createMatch(text: string): () => boolean {
  const query = globalThis.matchMedia?.(text)
  const listen = (heard: () => void) => {
    query?.addEventListener('change', heard)
    return () => query?.removeEventListener('change', heard)
  }
  return () => useSyncExternalStore(listen, () => query?.matches ?? false)
}

/** Whether the page is as narrow as a phone; for what differs in structure, not only in style. */
export const usePhone = createMatch('(width < 640px)')

/** Whether the page is as wide as a desk's. */
export const useDesk = createMatch('(width >= 1024px)')
