import { UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import type { Id } from '#core/access/access.ts'
import { lettersOf } from '#lib/address-states.ts'
import { textKey } from '#lib/text-key.ts'
import type { Customer } from '../../customers/entities.ts'
import type { Project } from '../entities.ts'

/** Names of customers are compared without capitals and spaces around them. */
export const key = (name: string): string => textKey(name.trim())

/** The columns of a CSV file of projects, and what tells them which customers there are. */
export function createProjectColumns(): {
  columns: readonly CsvColumn<Project>[]
  learn: (customers: readonly Customer[]) => void
} {
  let known: ReadonlyMap<string, Id> = new Map()
  const columns: readonly CsvColumn<Project>[] = [
    { name: 'number', also: ['Job #', 'Job', 'Job ID', 'Job code', 'Project #', 'Project ID', 'Project code'] },
    { name: 'name', also: ['Job name', 'Project', 'Project name', 'Description', 'Job description', 'Title'] },
    {
      name: 'customer_id',
      header: 'Customer',
      also: ['Customer name', 'Client', 'Client name', 'Owner', 'Bill to'],
      read(text) {
        const found = known.get(key(text))
        if (found === undefined) throw new UnreadCell(`There is no customer ${text}.`)
        return found
      },
    },
    {
      name: 'address.line1',
      header: 'Street',
      also: ['Address', 'Address 1', 'Address line 1', 'Street address', 'Job address', 'Site address'],
    },
    { name: 'address.line2', header: 'Suite or unit', also: ['Address 2', 'Address line 2', 'Suite', 'Unit'] },
    { name: 'address.city', header: 'City', also: ['Job city', 'Site city', 'Town'] },
    {
      name: 'address.state',
      header: 'State',
      also: ['State code', 'ST', 'Job state'],
      read: (text) => lettersOf(text) || text.toUpperCase(),
    },
    { name: 'address.postal_code', header: 'ZIP code', also: ['ZIP', 'Postal code', 'Postcode', 'Job ZIP'] },
    { name: 'overtime_rule' },
  ]
  return {
    columns,
    learn: (customers) => void (known = new Map(customers.map(({ id, name }) => [key(name), id]))),
  }
}
