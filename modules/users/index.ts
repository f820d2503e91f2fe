export { UserDialog } from './dialogs/user-dialog.tsx'
export { spoken } from './parts/labels.ts'
