import { signal } from '@preact/signals-react'

/** The shell's own dialogs; one at a time is open, from wherever it was asked for. */
export type ShellDialog = 'login' | 'profile' | 'password' | 'install' | 'outbox'

export const openDialog = signal<ShellDialog | null>(null)
export const closeDialog = (): void => void (openDialog.value = null)
