import { useState } from 'react'
import { toCsv, UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { downloadText } from '#lib/csv.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { defaultCostCodeCategories, defaultCostCodes, type DefaultCostCode } from '../entities.ts'

/** The default cost codes by category, with CSV import and export. */
export default function DefaultCostCodesScreen() {
  const { store } = useServices()
  const { items: known } = useQuery(defaultCostCodeCategories)
  const [importing, setImporting] = useState(false)
  const csv: readonly CsvColumn<DefaultCostCode>[] = [
    {
      name: 'default_cost_code_category_id',
      header: 'Category',
      write: ({ category_number }) => category_number,
      read(text) {
        const category = known.peek().find((item) => item.peek().number === text)
        if (!category) throw new UnreadCell(`There is no category ${text}. Add it first.`)
        return category.peek().id
      },
    },
    { name: 'number' },
    { name: 'name' },
  ]
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
      {importing && (
        <ImportDialog entity={defaultCostCodes} columns={csv} by={['number']} onClose={() => setImporting(false)} />
      )}
    </>
  )
}
