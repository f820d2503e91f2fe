import { signal } from '@preact/signals-react'

/** Whether the notifications are open: the bell opens them at a desk, the menu on a phone. */
export const inboxOpen = signal(false)
