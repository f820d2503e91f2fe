import { UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import type { Id } from '#core/access/access.ts'
import type { Item } from '../entities.ts'

/** The columns of a CSV file of work items, those of its kind last; `readPerson` finds who is named in it. */
export function itemColumns<R extends Item>(
  own: readonly CsvColumn<R>[],
  readPerson: (text: string) => Id,
): readonly CsvColumn<R>[] {
  return [
    {
      name: 'number',
      also: ['#', 'No.', 'ID', 'Item', 'Item #', 'RFI', 'RFI #', 'Punch #', 'Task #'],
      read(text) {
        // "RFI-014" and "#14" have number 14.
        const [, figures] = /^\D*(\d{1,7})$/.exec(text) ?? []
        if (figures === undefined) throw new UnreadCell(`Number cannot be “${text}”. It is a whole number.`)
        return Number(figures)
      },
    },
    { name: 'title', also: ['Subject', 'Name', 'Item name', 'Summary', 'RFI subject'] },
    {
      name: 'assigned_id',
      header: 'Assigned to',
      also: ['Assignee', 'Assigned', 'Ball in court', 'Responsible', 'Responsible party', 'Punch item manager'],
      read: readPerson,
    },
    { name: 'due_date', also: ['Due', 'Date due', 'Required by', 'Date required', 'Needed by', 'Deadline'] },
    ...own,
  ]
}
