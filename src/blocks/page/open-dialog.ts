import { signal } from '@preact/signals-react'

/** The shell's own dialogs, of which at most one is open. */
export type ShellDialog = 'login' | 'profile' | 'password' | 'install' | 'outbox' | 'kept'

export const openDialog = signal<ShellDialog | null>(null)
export const closeDialog = (): void => void (openDialog.value = null)
