export { CustomerDialog } from './dialogs/customer-dialog.tsx'
