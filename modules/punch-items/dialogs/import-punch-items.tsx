import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportItems, type ImportItemsProps } from '../../work-items/components.ts'
import { punchItems, type PunchItem } from '../entities.ts'

const columns: readonly CsvColumn<PunchItem>[] = [
  { name: 'description', also: ['Details', 'Notes', 'Comments'] },
  { name: 'location', also: ['Room', 'Area', 'Place'] },
  { name: 'trade', also: ['Discipline'] },
  { name: 'priority' },
  { name: 'private' },
]

/** Imports a project's open punch items. */
export default function ImportPunchItems(props: ImportItemsProps) {
  return <ImportItems entity={punchItems} columns={columns} {...props} />
}
