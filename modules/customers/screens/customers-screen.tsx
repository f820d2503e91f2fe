import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { customers } from '../entities.ts'
import { columns, rowHref } from '../parts/columns.tsx'

const CustomerDialog = lazyDialog(async () => (await import('../dialogs/customer-dialog.tsx')).CustomerDialog)

/** The list of customers (rule customer). */
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
