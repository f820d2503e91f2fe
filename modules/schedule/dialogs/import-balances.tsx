import { useState } from 'react'
import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import type { Id } from '#core/access/access.ts'
import { usePeopleInFile } from '../../users/index.ts'
import { timeOffBalances, type TimeOffBalance } from '../entities.ts'

const columnsBy = (read: (text: string) => Id): readonly CsvColumn<TimeOffBalance>[] => [
  { name: 'user_id', header: 'Person', also: ['Employee', 'Employee name', 'Name', 'Email', 'Team member'], read },
  { name: 'date', also: ['As of', 'Date', 'Balance date', 'Start date'] },
  { name: 'vacation_hours', header: 'Vacation', also: ['Vacation balance', 'Vacation left', 'PTO', 'PTO balance'] },
  { name: 'sick_hours', header: 'Sick', also: ['Sick balance', 'Sick leave', 'Sick time', 'Sick left'] },
  { name: 'personal_hours', header: 'Personal', also: ['Personal balance', 'Personal time', 'Personal left'] },
]

/** Imports what people have left of their time off, as the system before it says, each by name or email address (rule import). */
export const ImportBalances = ({ onClose }: { onClose: () => void }) => {
  const { read, prepare } = usePeopleInFile()
  const [columns] = useState(() => columnsBy(read))
  return (
    <ImportDialog
      entity={timeOffBalances}
      columns={columns}
      by={['user_id', 'date']}
      prepare={prepare}
      example={'Person\tFrom\tVacation\tSick\nAna Cruz\t2026-07-01\t34.5\t16'}
      onClose={onClose}
    />
  )
}
