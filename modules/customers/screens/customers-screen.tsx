import { useState } from 'react'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { formatPhone } from '#lib/phone.ts'
import type { Column } from '#ui/table/column.ts'
import { CustomerDialog } from '../dialogs/customer-dialog.tsx'
import { customers, type Customer } from '../entities.ts'

const columns: readonly Column<Customer>[] = [
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
const rowHref = ({ id }: Customer) => `/customers/${id}`

/** Every customer, searchable (specification section 2). */
export default function CustomersScreen() {
  const { session } = useServices()
  const [adding, setAdding] = useState(false)
  const mayAdd = can('create', 'customers')(session.user.value)
  return (
    <>
      <ListPage
        entity={customers}
        title="Customers"
        columns={columns}
        rowHref={rowHref}
        add={mayAdd ? { label: 'Add customer', onAdd: () => setAdding(true) } : null}
        empty={{ title: 'No customers yet.', text: 'Add the companies and people you work for.' }}
      />
      {adding && <CustomerDialog onClose={() => setAdding(false)} />}
    </>
  )
}
