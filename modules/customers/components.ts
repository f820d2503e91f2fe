export { columns as customerColumns, rowHref as customerHref } from './parts/columns.tsx'
export { CustomerDialog } from './dialogs/customer-dialog.tsx'
