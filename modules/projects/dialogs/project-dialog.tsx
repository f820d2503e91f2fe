import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { customers } from '../../customers/entities.ts'
import { CustomerDialog } from '../../customers/index.ts'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import { projects, type Project } from '../entities.ts'
import { PhasesInput, TeamInput } from '../parts/line-inputs.tsx'

const EDIT_NUMBER_HELP = 'Documents are saved under this number in the document store.'

const inputs = {
  customer_id: (props: InputProps) => <CustomerInput {...props} />,
  project_phases: (props: InputProps) => <PhasesInput {...props} />,
  project_users: (props: InputProps) => <TeamInput {...props} />,
}
const groups = {
  custom_field_values: (props: GroupProps) => <CustomValuesInput {...props} scope="projects" />,
}

/** Add/Edit Project; a new one is opened with the next free number, and leads to its page once saved. */
export const ProjectDialog = ({ record, onClose }: { record?: Project; onClose: () => void }) => {
  const next = useNextNumber(record === undefined)
  const [, navigate] = useLocation()
  if (next === undefined) return <Spinner />
  return (
    <EntityDialog
      entity={projects}
      record={record}
      initial={{ number: next }}
      fields={[
        'customer_id',
        'name',
        'number',
        'address',
        'overtime_rule',
        'project_phases',
        'project_users',
        'custom_field_values',
      ]}
      inputs={inputs}
      groups={groups}
      help={record ? { number: EDIT_NUMBER_HELP } : {}}
      title={record ? 'Edit Project' : 'Add Project'}
      onClose={onClose}
      onSaved={(saved) => !record && navigate(`/projects/${saved.id}`)}
    />
  )
}

/** The number to propose; empty when the server cannot say, undefined while it is asked. */
function useNextNumber(wanted: boolean): string | undefined {
  const resource = useResource(projects)
  const [number, setNumber] = useState<string | undefined>(wanted ? undefined : '')
  useEffect(() => {
    if (wanted)
      void resource.ask<string>('next_number').then((answer) => setNumber(answer.ok ? String(answer.data) : ''))
  }, [resource, wanted])
  return number
}

/** Customer autocomplete with Add New (specification section 2, dialogs). */
const CustomerInput = ({ value, onChange, ...props }: InputProps) => {
  const { session } = useServices()
  const [adding, setAdding] = useState<string | null>(null)
  const mayAdd = can('create', 'customers')(session.user.value)
  return (
    <>
      <RecordPicker
        {...props}
        entity={customers}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
        {...(mayAdd && { onAdd: setAdding })}
      />
      {adding !== null && (
        <CustomerDialog initial={{ name: adding }} onClose={() => setAdding(null)} onSaved={({ id }) => onChange(id)} />
      )}
    </>
  )
}
