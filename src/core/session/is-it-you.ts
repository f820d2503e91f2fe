import { signal } from '@preact/signals-react'

/** Open while somebody is asked to show that it is them. */
export const asked = signal<{ answer(confirmed: boolean): void } | null>(null)
let open: Promise<boolean> | null = null

/** Asks who is signed in to show that it is them; requests that need it at the same time wait for one answer. */
export function isItYou(): Promise<boolean> {
  open ??= new Promise<boolean>((resolve) => {
    asked.value = {
      answer(confirmed) {
        asked.value = null
        open = null
        resolve(confirmed)
      },
    }
  })
  return open
}
