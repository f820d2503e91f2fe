import { useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { payrollMappings, type PayrollMapping } from '../entities.ts'
import type { MappedColumn } from '../layout.ts'
import { ColumnsInput } from '../parts/columns-input.tsx'

interface MappingProps {
  /** The mapping to edit; without it, a new one is added. */
  record?: PayrollMapping | undefined
  /** The initial columns of a new mapping. */
  columns: readonly MappedColumn[]
  /** The last mapping cannot be deleted, since an export requires one. */
  only: boolean
  onClose: () => void
  onSaved: (id: Id) => void
}

/** Adds, edits or deletes a mapping. */
export const MappingDialog = ({ record, columns, only, onClose, onSaved }: MappingProps) => {
  const [deleting, setDeleting] = useState(false)
  if (deleting && record)
    return (
      <DeleteRecord
        entity={payrollMappings}
        record={record}
        message={`Delete the mapping ${record.name}? Batches exported with it keep their files.`}
        onClose={onClose}
      />
    )
  return (
    <EntityDialog
      entity={payrollMappings}
      record={record}
      initial={{ columns: [...columns] }}
      title={record ? 'Edit Mapping' : 'Add Mapping'}
      fields={['name', 'columns']}
      groups={{ columns: (props) => <ColumnsInput {...props} /> }}
      outro={
        record &&
        !only && (
          <Button variant="outline" icon="trash-2" className={start} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )
      }
      onClose={onClose}
      onSaved={({ id }) => onSaved(id)}
    />
  )
}

const start = css({ justifySelf: 'start' })
