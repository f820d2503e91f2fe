import { useRef } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { useResource } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { lettersOf } from '#lib/address-states.ts'
import { textKey } from '#lib/text-key.ts'
import { Button } from '#ui/button/button.tsx'
import { customers } from '../../customers/entities.ts'
import { projects, type Project } from '../entities.ts'

const key = (name: string) => textKey(name.trim())

/** Imports projects from a CSV file, by number, and offers to add customers that are not there yet. */
export const ImportProjects = ({ onClose }: { onClose: () => void }) => {
  const resource = useResource(customers)
  const known = useRef<ReadonlyMap<string, Id>>(new Map())
  const columns: readonly CsvColumn<Project>[] = [
    { name: 'number' },
    { name: 'name' },
    {
      name: 'customer_id',
      header: 'Customer',
      read(text) {
        const found = known.current.get(key(text))
        if (found === undefined) throw new UnreadCell(`There is no customer ${text}.`)
        return found
      },
    },
    { name: 'address.line1', header: 'Street' },
    { name: 'address.line2', header: 'Suite or unit' },
    { name: 'address.city', header: 'City' },
    { name: 'address.state', header: 'State', read: (text) => lettersOf(text) || text.toUpperCase() },
    { name: 'address.postal_code', header: 'ZIP code' },
    { name: 'overtime_rule' },
  ]
  async function prepare() {
    const answer = await resource.fetchAll()
    if (!answer.ok) return toastFailure(answer)
    known.current = new Map(answer.data.map(({ id, name }) => [key(name), id]))
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
