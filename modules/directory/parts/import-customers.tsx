import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { customers, type Customer } from '../../customers/entities.ts'

/** Imports customers from a CSV file, by their names. */
export const ImportCustomers = ({
  columns,
  onClose,
}: {
  columns: readonly CsvColumn<Customer>[]
  onClose: () => void
}) => <ImportDialog entity={customers} columns={columns} by={['name']} onClose={onClose} />
