import { useState } from 'react'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import type { Column } from '#ui/table/column.ts'
import { customers, type Customer } from '../../customers/entities.ts'
import { customerColumns, customerCsv, customerHref, ImportCustomers } from '../../customers/components.ts'
import type { DirectoryFrame } from './frame.ts'
import { ContactLinks } from '#ui/contact-links/contact-links.tsx'

const columns: readonly Column<Customer>[] = [
  ...customerColumns,
  {
    key: 'reach',
    header: 'Contact',
    cell: ({ name, phone_number, email }) => <ContactLinks name={name} phone={phone_number} email={email} />,
    align: 'end',
    width: '9rem',
    phone: 'end',
  },
]
/** The Customers tab of the directory, with CSV import and export. */
export const CustomersTab = ({ actions, ...frame }: DirectoryFrame) => {
  const { session } = useServices()
  const resource = useResource(customers)
  const [importing, setImporting] = useState(false)
  async function exportAll() {
    const [answer, { downloadCsv }] = await Promise.all([resource.fetchAll(), import('#blocks/csv/download-csv.ts')])
    downloadCsv('customers.csv', customers, customerCsv, answer)
  }
  return (
    <>
      <ListPage
        {...frame}
        entity={customers}
        columns={columns}
        rowHref={customerHref}
        empty={{ title: 'No customers yet.', text: 'Add the companies and people you work for.' }}
        actions={
          <>
            {can('create', 'customers')(session.user.value) && (
              <Button variant="outline" icon="upload" onClick={() => setImporting(true)}>
                Import
              </Button>
            )}
            <Button variant="outline" icon="download" onClick={() => void exportAll()}>
              CSV
            </Button>
            {actions}
          </>
        }
      />
      {importing && <ImportCustomers onClose={() => setImporting(false)} />}
    </>
  )
}
