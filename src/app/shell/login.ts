import { signal } from '@preact/signals-react'

/** Whether the login dialog is open; any Login button opens the one dialog. */
export const loginOpen = signal(false)
export const openLogin = (): void => void (loginOpen.value = true)
