import { useMemo } from 'react'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useResource } from '#blocks/services/services.tsx'
import { defaultCostCodeCategories, defaultCostCodes } from '../entities.ts'
import { codeColumns } from '../parts/code-columns.ts'
import { NewCategories, numbersIn } from './new-categories.tsx'

/** Imports default cost codes from a list, and offers to add categories that it names and the company lacks. */
export const ImportDefaultCodes = ({ onClose }: { onClose: () => void }) => {
  const { items } = useQuery(defaultCostCodeCategories)
  const categories = useResource(defaultCostCodeCategories)
  const columns = useMemo(() => codeColumns(items), [items])
  return (
    <ImportDialog
      entity={defaultCostCodes}
      columns={columns}
      by={['number']}
      example={'Category\tNumber\tName\n26\t110\tUnderground conduit'}
      repair={(unread, again) => {
        const numbers = numbersIn(unread, 'default_cost_code_category_id')
        return (
          numbers.length > 0 && (
            <NewCategories
              numbers={numbers}
              place="the company"
              make={(made) => categories.saveMany(made)}
              onMade={again}
            />
          )
        )
      }}
      onClose={onClose}
    />
  )
}
