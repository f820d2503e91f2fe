import { readChoice } from '#blocks/csv/cells.ts'
import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { roles } from '#core/access/access.ts'
import type { User } from '../entities.ts'

/** The columns of the CSV file of people, which is read as it is written. */
export const csv: readonly CsvColumn<User>[] = [
  { name: 'name' },
  { name: 'email' },
  { name: 'phone_number', header: 'Phone' },
  { name: 'role', read: (text) => readChoice('Role', roles, text) },
  { name: 'license' },
  { name: 'employee_code' },
  { name: 'active' },
  { name: 'has_access' },
  { name: 'schedulable' },
  { name: 'track_time' },
]
