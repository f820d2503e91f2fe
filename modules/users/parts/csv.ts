import { readChoice } from '#blocks/csv/cells.ts'
import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { roles } from '#core/access/access.ts'
import type { User } from '../entities.ts'

/** The columns of the CSV file of people, which is read as it is written. */
export const csv: readonly CsvColumn<User>[] = [
  { name: 'name', also: ['Employee', 'Employee name', 'Full name', 'Display name', 'Worker', 'Person'] },
  { name: 'first_name', header: 'First name', also: ['Given name', 'First'], joins: 'name' },
  { name: 'last_name', header: 'Last name', also: ['Family name', 'Surname', 'Last'], joins: 'name' },
  { name: 'email', also: ['Email address', 'Work email', 'Primary email', 'Username'] },
  {
    name: 'phone_number',
    header: 'Phone',
    also: ['Mobile', 'Mobile phone', 'Cell', 'Cell phone', 'Work phone', 'Primary phone', 'Telephone'],
  },
  { name: 'role', read: (text) => readChoice('Role', roles, text) },
  { name: 'license' },
  { name: 'employee_code', also: ['Employee ID', 'Employee #', 'Emp ID', 'Emp #', 'Payroll ID', 'Badge #', 'File #'] },
  { name: 'active' },
  { name: 'has_access' },
  { name: 'schedulable' },
  { name: 'track_time' },
]
