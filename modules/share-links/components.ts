export { ShareDialog } from './parts/share-dialog.tsx'
