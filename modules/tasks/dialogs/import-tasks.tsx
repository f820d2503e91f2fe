import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportItems, type ImportItemsProps } from '../../work-items/components.ts'
import { tasks, type Task } from '../entities.ts'

const columns: readonly CsvColumn<Task>[] = [
  { name: 'description', also: ['Details', 'Notes', 'Comments'] },
  { name: 'priority' },
]

/** Imports a project's open tasks. */
export default function ImportTasks(props: ImportItemsProps) {
  return <ImportItems entity={tasks} columns={columns} {...props} />
}
