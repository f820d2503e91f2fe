import { useSyncExternalStore } from 'react'

const query = globalThis.matchMedia?.('(width < 640px)')

const listen = (heard: () => void) => {
  query?.addEventListener('change', heard)
  return () => query?.removeEventListener('change', heard)
}

/** Whether the page is as narrow as a phone; for what differs in structure, not only in style. */
export const usePhone = () => useSyncExternalStore(listen, () => query?.matches ?? false)
