import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { ImportCustomers } from '../components.ts'
import { customers } from '../entities.ts'
import { columns, rowHref } from '../parts/columns.tsx'

const CustomerDialog = lazyDialog(async () => (await import('../dialogs/customer-dialog.tsx')).CustomerDialog)

/** The list of customers (rule customer). */
export default function CustomersScreen() {
  const { session } = useServices()
  const [open, setOpen] = useState<'new' | 'import' | null>(null)
  const close = () => setOpen(null)
  const mayAdd = can('create', 'customers')(session.user.value)
  return (
    <>
      <ListPage
        entity={customers}
        title="Customers"
        columns={columns}
        rowHref={rowHref}
        add={mayAdd ? { label: 'Add customer', onAdd: () => setOpen('new') } : null}
        actions={
          mayAdd && (
            <Button variant="outline" icon="upload" onClick={() => setOpen('import')}>
              Import
            </Button>
          )
        }
        empty={{ title: 'No customers yet.', text: 'Add the companies and people you work for.' }}
      />
      {open === 'new' && <CustomerDialog onClose={close} />}
      {open === 'import' && <ImportCustomers onClose={close} />}
    </>
  )
}
