import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import type { CurrentUser } from '#core/access/access.ts'

interface Deps {
  user: ReadonlySignal<CurrentUser | null>
  /** The URL of session analytics; null turns it off. */
  url: ReadonlySignal<string | null>
  send?: (url: string, body: string) => void
}

/**
 * Sends the current user's role to session analytics whenever it changes (rule session-analytics). No name or id is sent.
 */
export function reportRole({ user, url, send = (to, body) => void navigator.sendBeacon(to, body) }: Deps): () => void {
  const role = computed(() => user.value?.role)
  return effect(() => {
    if (url.value && role.value) send(url.value, JSON.stringify({ role: role.value }))
  })
}
