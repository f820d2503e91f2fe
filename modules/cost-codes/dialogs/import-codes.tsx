import type { Id } from '#core/access/access.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { textKey } from '#lib/text-key.ts'
import { defaultCostCodeCategories } from '../../default-cost-codes/entities.ts'
import { NewCategories, numbersIn } from '../../default-cost-codes/index.ts'
import { costCodeCategories, costCodes } from '../entities.ts'
import { codeColumns } from '../parts/code-file.ts'
import { nextSort } from '../parts/grouping.ts'
import { saveInBatches } from '../parts/save-in-batches.ts'
import { useProjectCodes } from '../parts/use-project-codes.ts'

/** Imports a project's codes from a CSV file, and offers to add categories that the project lacks. */
export const ImportCodes = ({ project_id, onClose }: { project_id: Id; onClose: () => void }) => {
  const services = useServices()
  const resource = useResource(costCodeCategories)
  const project = useProjectCodes(project_id)
  const { items: defaults } = useQuery(defaultCostCodeCategories)
  const known = new Map(useRecords(defaults).map(({ number, name }) => [textKey(number), name]))
  return (
    <ImportDialog
      entity={costCodes}
      columns={codeColumns(() => project.peek().categories)}
      by={['number']}
      repair={(unread, again) => {
        const numbers = numbersIn(unread, 'cost_code_category_id')
        const sort = nextSort(project.peek().categories)
        return (
          numbers.length > 0 && (
            <NewCategories
              numbers={numbers}
              place="this project"
              known={known}
              make={(made) =>
                saveInBatches(
                  services,
                  resource,
                  made.map((one) => ({ ...one, sort })),
                )
              }
              onMade={again}
            />
          )
        )
      }}
      onClose={onClose}
    />
  )
}
