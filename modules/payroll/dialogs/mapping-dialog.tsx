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
  /** The mapping to change; without it a new one is made. */
  record?: PayrollMapping | undefined
  /** What a new one begins with. */
  columns: readonly MappedColumn[]
  /** Without a mapping nothing can be exported, so the last one stays. */
  only: boolean
  onClose: () => void
  onSaved: (id: Id) => void
}

/** How payroll's files are laid out, under a name. */
export const MappingDialog = ({ record, columns, only, onClose, onSaved }: MappingProps) => {
  const [deleting, setDeleting] = useState(false)
  if (deleting && record)
    return (
      <DeleteRecord
        entity={payrollMappings}
        record={record}
        message={`Delete the mapping ${record.name}? Batches that went out by it keep their files.`}
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
