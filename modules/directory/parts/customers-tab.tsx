import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { toCsv, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { downloadText } from '#lib/csv.ts'
import { Button } from '#ui/button/button.tsx'
import type { Column } from '#ui/table/column.ts'
import { customers, type Customer } from '../../customers/entities.ts'
import { customerColumns, customerHref } from '../../customers/components.ts'
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
const csv: readonly CsvColumn<Customer>[] = [
  { name: 'name' },
  { name: 'email' },
  { name: 'phone_number', header: 'Phone' },
]

/** The Customers tab of the directory, with CSV import and export. */
export const CustomersTab = ({ actions, ...frame }: DirectoryFrame) => {
  const { session } = useServices()
  const resource = useResource(customers)
  const [importing, setImporting] = useState(false)
  async function exportAll() {
    const answer = await resource.fetchAll()
    if (answer.ok) downloadText('customers.csv', toCsv(customers, csv, answer.data))
    else toastFailure(answer)
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
      {importing && <ImportDialog entity={customers} columns={csv} by={['name']} onClose={() => setImporting(false)} />}
    </>
  )
}
