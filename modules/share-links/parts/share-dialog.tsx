import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'

/** Shares a part of a job with people who have no account, fetched when it is opened. */
export const ShareDialog = lazyDialog(async () => (await import('../dialogs/share-links-dialog.tsx')).ShareLinksDialog)
