import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { useResource } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { customers } from '../../customers/entities.ts'
import { projects } from '../entities.ts'
import { createProjectColumns, key } from './project-columns.ts'

/** Imports projects from a CSV file, by number, and offers to add customers that are not there yet. */
export const ImportProjects = ({ onClose }: { onClose: () => void }) => {
  const resource = useResource(customers)
  const [{ columns, learn }] = useState(createProjectColumns)
  async function prepare() {
    const answer = await resource.fetchAll()
    if (!answer.ok) return toastFailure(answer)
    learn(answer.data)
  }
  async function add(names: readonly string[], again: () => void) {
    const answer = await resource.saveMany(
      names.map((name) => ({ name })),
      { online: true },
    )
    if (answer.ok) again()
    else toastFailure(answer)
  }
  return (
    <ImportDialog
      entity={projects}
      columns={columns}
      by={['number']}
      prepare={prepare}
      repair={(unread, again) => {
        const cells = unread.filter(({ name }) => name === 'customer_id').map(({ cell }) => cell)
        const names = [...new Map(cells.map((cell) => [key(cell), cell])).values()]
        return (
          names.length > 0 && (
            <Button variant="outline" icon="plus" onClick={() => void add(names, again)}>
              {names.length === 1 ? `Add customer ${names[0]}` : `Add these ${names.length} customers`}
            </Button>
          )
        )
      }}
      onClose={onClose}
    />
  )
}
