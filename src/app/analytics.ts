import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import type { CurrentUser } from '#core/access/access.ts'

interface Deps {
  user: ReadonlySignal<CurrentUser | null>
  /** Where session analytics listens; off while there is no such place. */
  url: ReadonlySignal<string | null>
  send?: (url: string, body: string) => void
}

/**
 * Sends the role of whom is signed in to session analytics (rule session-analytics), once each time it changes. Nothing
 * else leaves: no name, no id.
 */
export function reportRole({ user, url, send = (to, body) => void navigator.sendBeacon(to, body) }: Deps): () => void {
  const role = computed(() => user.value?.role)
  return effect(() => {
    if (url.value && role.value) send(url.value, JSON.stringify({ role: role.value }))
  })
}
