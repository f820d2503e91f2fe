export { UserDialog } from './dialogs/user-dialog.tsx'
export { spoken } from './parts/words.ts'
