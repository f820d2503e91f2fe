import { lazyDialog } from '../lazy-dialog/lazy-dialog.tsx'

/** The dialog that asks for what an action needs, fetched with all kinds of inputs when it is first opened. */
export const AskDialog = lazyDialog(async () => (await import('./ask-dialog.tsx')).AskDialog)
