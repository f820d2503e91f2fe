import { useSyncExternalStore } from 'react'

/** Creates a hook for a media query. */
function createMatch(text: string): () => boolean {
  const query = globalThis.matchMedia?.(text)
  const listen = (onChange: () => void) => {
    query?.addEventListener('change', onChange)
    return () => query?.removeEventListener('change', onChange)
  }
  return () => useSyncExternalStore(listen, () => query?.matches ?? false)
}

/** Whether the page has the width of a phone, for differences in structure rather than style. */
export const usePhone = createMatch('(width < 640px)')

/** Whether the page is as narrow as where the bars of phones are, which have one at its foot. */
export const useNarrow = createMatch('(width < 768px)')

/** Whether the page has desktop width. */
export const useDesk = createMatch('(width >= 1024px)')

/** Whether there is room for an open record beside its list. */
export const useWide = createMatch('(width >= 80rem)')
