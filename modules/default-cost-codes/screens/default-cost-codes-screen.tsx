import { useState } from 'react'
import { toCsv } from '#blocks/csv/csv-file.ts'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { downloadText } from '#lib/csv.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { defaultCostCodeCategories, defaultCostCodes } from '../entities.ts'
import { codeColumns } from '../parts/code-columns.ts'

const ImportDefaultCodes = lazyDialog(
  async () => (await import('../dialogs/import-default-codes.tsx')).ImportDefaultCodes,
)

/** The default cost codes by category, with CSV import and export. */
export default function DefaultCostCodesScreen() {
  const { store } = useServices()
  const known = useQuery(defaultCostCodeCategories).items
  const csv = codeColumns(known)
  const [importing, setImporting] = useState(false)
  const exportAll = () =>
    downloadText(
      'cost-codes.csv',
      toCsv(
        defaultCostCodes,
        csv,
        store
          .of(defaultCostCodes)
          .all.peek()
          .map((item) => item.peek()),
      ),
    )
  return (
    <>
      <SetupList
        entity={defaultCostCodes}
        title="Default Cost Codes"
        groupBy="default_cost_code_category_id"
        actions={
          <>
            <LinkButton variant="outline" icon="folder-tree" href="/setup/default_cost_codes/categories">
              Categories
            </LinkButton>
            <Button variant="outline" icon="upload" onClick={() => setImporting(true)}>
              Import
            </Button>
            <Button variant="outline" icon="download" onClick={exportAll}>
              CSV
            </Button>
          </>
        }
      />
      {importing && <ImportDefaultCodes onClose={() => setImporting(false)} />}
    </>
  )
}
