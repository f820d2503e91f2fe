import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { textKey } from '#lib/text-key.ts'
import { Button } from '#ui/button/button.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { defaultCostCodeCategories } from '../../default-cost-codes/entities.ts'
import { costCodeCategories, costCodes } from '../entities.ts'
import { codeColumns } from '../parts/code-file.ts'
import { nextSort } from '../parts/grouping.ts'
import { saveInBatches } from '../parts/save-in-batches.ts'
import { useProjectCodes } from '../parts/use-project-codes.ts'

/** Imports a project's codes from a CSV file, and offers to add categories that the project lacks. */
export const ImportCodes = ({ project_id, onClose }: { project_id: Id; onClose: () => void }) => {
  const project = useProjectCodes(project_id)
  const columns = codeColumns(() => project.peek().categories)
  return (
    <ImportDialog
      entity={costCodes}
      columns={columns}
      by={['number']}
      repair={(unread, again) => {
        const cells = unread.filter(({ name }) => name === 'cost_code_category_id').map(({ cell }) => cell)
        const numbers = [...new Map(cells.map((cell) => [textKey(cell), cell])).values()]
        return numbers.length > 0 && <NewCategories project_id={project_id} numbers={numbers} onMade={again} />
      }}
      onClose={onClose}
    />
  )
}

/** Asks for the names of new categories and adds them. */
const NewCategories = ({
  project_id,
  numbers,
  onMade,
}: {
  project_id: Id
  numbers: readonly string[]
  onMade: () => void
}) => {
  const { categories } = useProjectCodes(project_id).value
  const services = useServices()
  const resource = useResource(costCodeCategories)
  const { items: defaults } = useQuery(defaultCostCodeCategories)
  const [names, setNames] = useState<Record<string, string>>({})
  const [busy, during] = useBusy()
  const known = new Map(useRecords(defaults).map(({ number, name }) => [textKey(number), name]))
  const nameOf = (number: string) => names[number] ?? known.get(textKey(number)) ?? ''
  const complete = numbers.every((number) => nameOf(number).trim())
  async function make() {
    const sort = nextSort(categories)
    const drafts = numbers.map((number) => ({ number, name: nameOf(number), sort }))
    const saved = await during(saveInBatches(services, resource, drafts))
    if (saved.ok) onMade()
    else toastFailure(saved)
  }
  return (
    <section className={box} aria-label="New categories">
      <p>
        {numbers.length === 1
          ? 'The file names a category that this project does not have. Name it to add it:'
          : `The file names ${numbers.length} categories that this project does not have. Name them to add them:`}
      </p>
      {numbers.map((number) => (
        <div key={number} className={line}>
          <b className={css({ minWidth: '12' })}>{number}</b>
          <TextInput
            aria-label={`Name of category ${number}`}
            value={nameOf(number)}
            onChange={(name) => setNames({ ...names, [number]: name })}
          />
        </div>
      ))}
      <Button icon="plus" variant="outline" disabled={!complete} loading={busy} onClick={() => void make()}>
        {numbers.length === 1 ? 'Add this category' : `Add these ${numbers.length} categories`}
      </Button>
    </section>
  )
}

const box = css({ stack: '2', justifyItems: 'start', padding: '3', borderRadius: 'md', background: 'soft' })
const line = css({ row: '2', width: 'full' })
