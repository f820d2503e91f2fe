import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import type { Rfi } from '../entities.ts'

const columns: readonly CsvColumn<Rfi>[] = [
  { name: 'project_number', header: 'Project' },
  { name: 'number' },
  { name: 'title' },
  { name: 'question' },
  { name: 'assigned_name', header: 'Assigned to' },
  { name: 'due_date' },
  { name: 'sent_at', header: 'Sent' },
  { name: 'resolved_at', header: 'Resolved' },
  { name: 'cost_impact' },
  { name: 'schedule_impact_days' },
]
/** What a CSV file of RFIs has. */
export const csv = { file: 'rfis.csv', columns }
