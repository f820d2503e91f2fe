import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import type { Id } from '#core/access/access.ts'
import { certifiedJobs } from '../entities.ts'

/** What forms say of a job, and what its people work as. @useSignals */
export const JobDialog = ({ project_id, onClose }: { project_id: Id; onClose: () => void }) => {
  const { items, state } = useQuery(certifiedJobs, { filters: { project_id } })
  const [record] = useRecords(items)
  // An empty form is shown only where there is known to be none.
  if (!record && state.value === 'never') return null
  return (
    <EntityDialog
      entity={certifiedJobs}
      record={record}
      wide
      title="Terms of this job"
      initial={{ project_id }}
      fields={['county', 'contract_number', 'wage_decision', 'starts_on', 'job_classes']}
      onClose={onClose}
    />
  )
}
