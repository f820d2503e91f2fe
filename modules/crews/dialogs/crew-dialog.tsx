import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useState } from 'react'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { crews, type Crew } from '../entities.ts'

/** Saves people as a crew, or changes one. @useSignals */
export const CrewDialog = ({
  record,
  people = [],
  onClose,
}: {
  record?: Crew
  /** The people of a new crew. */
  people?: readonly Id[]
  onClose: () => void
}) => {
  const { session } = useServices()
  const [removing, setRemoving] = useState(false)
  if (removing && record)
    return <DeleteRecord entity={crews} record={record} onClose={() => setRemoving(false)} onDeleted={onClose} />
  return (
    <EntityDialog
      entity={crews}
      {...(record && { record })}
      initial={{
        name: `Crew of ${session.user.value?.name ?? ''}`.trim(),
        crew_users: people.map((user_id) => ({ user_id })),
      }}
      fields={['name', 'crew_users']}
      title={record ? 'Edit crew' : 'Save as crew'}
      outro={
        record && (
          <Button variant="outline" icon="trash-2" onClick={() => setRemoving(true)}>
            Delete
          </Button>
        )
      }
      onClose={onClose}
    />
  )
}
