import type { ComponentType } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'

export { columns as customerColumns, rowHref as customerHref } from './parts/columns.tsx'
export { CustomerDialog } from './dialogs/customer-dialog.tsx'
export { csv as customerCsv } from './parts/csv.ts'

/** Imports customers from a CSV file. */
export const ImportCustomers: ComponentType<{ onClose: () => void }> = lazyDialog(
  async () => (await import('./dialogs/import-customers.tsx')).ImportCustomers,
)
