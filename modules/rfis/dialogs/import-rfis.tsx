import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportItems, type ImportItemsProps } from '../../work-items/components.ts'
import { rfis, type Rfi } from '../entities.ts'

const columns: readonly CsvColumn<Rfi>[] = [
  { name: 'question', also: ['Description', 'Body', 'Details', 'RFI question'] },
  { name: 'cost_impact' },
  { name: 'schedule_impact_days', also: ['Schedule impact', 'Days'] },
]

/** Imports a project's RFIs. They arrive not sent, so that nobody is notified by the import. */
export default function ImportRfis(props: ImportItemsProps) {
  return <ImportItems entity={rfis} columns={columns} {...props} />
}
