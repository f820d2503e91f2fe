import { useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { css } from '#css/css'
import { stateName } from '#lib/address-states.ts'
import type { OvertimeRules } from '#lib/overtime/rules.ts'
import { Button } from '#ui/button/button.tsx'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { Select } from '#ui/select/select.tsx'
import { Scan } from '../../attachments/index.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { isContact, type User } from '../../users/entities.ts'
import { PersonPicker } from '../../users/index.ts'
import { workScheduleAgreements, type WorkScheduleAgreement } from '../entities.ts'
import { dayOptions } from '../parts/labels.ts'

const idOf = (value: unknown) => (typeof value === 'number' ? value : null)
const stateOf = ({ address }: Project) => address?.state

const isTeam = (person: User) => !isContact(person)

const PersonInput = ({ value, ...props }: InputProps) => <PersonPicker {...props} only={isTeam} value={idOf(value)} />
const ProjectInput = ({ value, ...props }: InputProps) => (
  <RecordPicker {...props} entity={projects} hint={stateOf} value={idOf(value)} />
)
const DaysInput = ({ value, onChange, ...props }: InputProps) => {
  const days = dayOptions.flatMap((day) => (Array.isArray(value) && value.includes(day.value) ? [day.value] : []))
  return <MultiSelect {...props} options={dayOptions} value={days} onChange={onChange} />
}

interface AgreementProps {
  record?: WorkScheduleAgreement | undefined
  rules: OvertimeRules
  onClose: () => void
}

/** Adds, edits or deletes an agreement to four ten-hour days, in states whose rules allow them. @useSignals */
export const AgreementDialog = ({ record, rules, onClose }: AgreementProps) => {
  const [deleting, setDeleting] = useState(false)
  const mayEdit = can('edit', 'users')(useServices().session.user.value)
  if (deleting && record) return <DeleteRecord entity={workScheduleAgreements} record={record} onClose={onClose} />
  const states = rules.states.flatMap(({ state, four_ten }) =>
    four_ten || state === record?.state ? [{ value: state, label: stateName(state) }] : [],
  )
  return (
    <EntityDialog
      entity={workScheduleAgreements}
      record={record}
      title={record ? 'Edit Agreement' : 'Add Agreement'}
      fields={['user_id', 'project_id', 'state', 'days', 'signed_on', 'ends_on']}
      inputs={{
        user_id: (props) => <PersonInput {...props} />,
        project_id: (props) => <ProjectInput {...props} />,
        state: ({ value, ...props }) => (
          <Select {...props} options={states} value={typeof value === 'string' ? value : null} />
        ),
        days: (props) => <DaysInput {...props} />,
      }}
      outro={
        record && (
          <>
            <Scan
              on={{ type: workScheduleAgreements.table, id: record.id }}
              title="Signed document"
              noun="document"
              hint="A scan or a photo of the signed agreement: PDF, JPEG, PNG or WebP."
              mayEdit={mayEdit}
            />
            <Button variant="outline" icon="trash-2" className={start} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          </>
        )
      }
      onClose={onClose}
    />
  )
}

const start = css({ justifySelf: 'start' })
