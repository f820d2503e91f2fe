import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import type { Customer } from '../entities.ts'

/** The columns of the CSV file of customers, which is read as it is written. */
export const csv: readonly CsvColumn<Customer>[] = [
  {
    name: 'name',
    also: [
      'Customer',
      'Customer name',
      'Customer full name',
      'Company',
      'Company name',
      'Client',
      'Client name',
      'Display name',
    ],
  },
  { name: 'email', also: ['Email address', 'Main email', 'Customer email', 'Billing email'] },
  {
    name: 'phone_number',
    header: 'Phone',
    also: ['Main phone', 'Business phone', 'Work phone', 'Mobile', 'Telephone'],
  },
]
