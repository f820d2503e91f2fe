export { ShareDialog } from './parts/share-dialog.tsx'
export { useShareLink } from './parts/use-share-link.tsx'
