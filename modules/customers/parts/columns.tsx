import { formatPhone } from '#lib/phone.ts'
import type { Column } from '#ui/table/column.ts'
import type { Customer } from '../entities.ts'

/** The columns of a list of customers. */
export const columns: readonly Column<Customer>[] = [
  { key: 'name', header: 'Customer', cell: ({ name }) => <b>{name}</b>, sortable: true, width: '2fr', phone: 'title' },
  {
    key: 'phone_number',
    header: 'Phone',
    cell: ({ phone_number }) => formatPhone(phone_number),
    sortable: true,
    phone: 'sub',
  },
  { key: 'email', header: 'Email', cell: ({ email }) => email, sortable: true, width: '1.5fr', phone: 'hidden' },
]
/** The link of a customer's row. */
export const rowHref = ({ id }: Customer) => `/customers/${id}`
