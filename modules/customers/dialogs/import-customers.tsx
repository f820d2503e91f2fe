import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { customers } from '../entities.ts'
import { csv } from '../parts/csv.ts'

/** Imports customers from a CSV file, by their names. */
export const ImportCustomers = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog entity={customers} columns={csv} by={['name']} onClose={onClose} />
)
