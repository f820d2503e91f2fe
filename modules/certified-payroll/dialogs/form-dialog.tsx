import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { certifiedPayrolls, type CertifiedPayroll } from '../entities.ts'
import type { Place } from '../week.ts'

interface FormProps extends Place {
  record?: CertifiedPayroll | undefined
  /** The job's form before, whose statement is proposed. */
  last?: CertifiedPayroll | undefined
  onClose: () => void
}

/** Makes the form of a week, or changes what its statement says until it is signed. */
export const FormDialog = ({ project_id, week_start, record, last, onClose }: FormProps) => (
  <EntityDialog
    entity={certifiedPayrolls}
    record={record}
    title={record ? 'Statement' : 'Make form'}
    initial={{
      project_id,
      week_start,
      fringes: last?.fringes ?? 'plans',
      deductions: last?.deductions ?? null,
      form_exceptions: last?.form_exceptions.map(({ craft, explanation }) => ({ craft, explanation })) ?? [],
    }}
    fields={['fringes', 'form_exceptions', 'deductions', 'final']}
    onClose={onClose}
  />
)
