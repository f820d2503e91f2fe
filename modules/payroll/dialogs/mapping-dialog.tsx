import { useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { payrollMappings, type PayrollMapping } from '../entities.ts'
import type { Layout } from '../layout.ts'
import { ColumnsInput } from '../parts/columns-input.tsx'
import { MappingExample } from '../parts/mapping-example.tsx'

interface MappingProps {
  /** The mapping to edit; without it, a new one is added. */
  record?: PayrollMapping | undefined
  /** What a new one starts from: a program's layout, or another mapping. */
  from: Layout | PayrollMapping | undefined
  /** The last mapping cannot be deleted, since an export requires one. */
  only: boolean
  onClose: () => void
  onSaved: (id: Id) => void
}

/** Adds, edits or deletes a mapping. */
export const MappingDialog = ({ record, from, only, onClose, onSaved }: MappingProps) => {
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
  const layout = from && 'help' in from ? from : undefined
  const isIif = (record ?? from)?.format === 'iif'
  return (
    <EntityDialog
      entity={payrollMappings}
      record={record}
      initial={{
        ...(layout && { name: layout.name }),
        ...(from && { columns: [...from.columns], format: from.format }),
      }}
      title={record ? 'Edit Mapping' : 'Add Mapping'}
      intro={layout && <p className={css({ textStyle: 'note' })}>{layout.help}</p>}
      fields={['name', ...(isIif ? (['company', 'company_number'] as const) : []), 'columns']}
      groups={{
        columns: (props) => (
          <>
            <ColumnsInput {...props} />
            <MappingExample columns={props.value} />
          </>
        ),
      }}
      wide
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
