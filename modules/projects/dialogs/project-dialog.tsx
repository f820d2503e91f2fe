import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import type { Save } from '#blocks/entity-form/draft.ts'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { AlertMessage } from '#ui/alert-message/alert-message.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { customers } from '../../customers/entities.ts'
import { CustomerDialog } from '../../customers/components.ts'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import { projects, type Project } from '../entities.ts'

const EDIT_NUMBER_HELP = 'Documents are saved under this number in the document store.'
/** The message of rule default-documents. */
const DOCUMENTS_UNCOPIED =
  'Some or all of the default documents may have failed to copy. You can try to copy them again under the Documents tab on this project.'
const RENAME = 'rename_sharepoint_directory'
/** How often saving is retried with the next number before the error is shown. */
const TRIES = 5

const inputs = {
  customer_id: (props: InputProps) => <CustomerInput {...props} />,
}
const groups = {
  custom_field_values: (props: GroupProps) => <CustomValuesInput {...props} scope="projects" />,
}

/**
 * Adds or edits a project. A new one starts with the next free number, and saving it opens its page, unless this is to `stay`
 * where it is.
 */
export const ProjectDialog = ({
  record,
  stay = false,
  onClose,
}: {
  record?: Project
  stay?: boolean
  onClose: () => void
}) => {
  const next = useNextNumber(record === undefined)
  const resource = useResource(projects)
  const renumbering = useRenumbering(next)
  const save: Save<typeof projects> = async (draft, options) =>
    stateProblem({ ...record, ...draft }) ?? (record ? resource.save(draft, options) : renumbering(draft))
  const [, navigate] = useLocation()
  const [uncopied, setUncopied] = useState<Project | null>(null)
  const staying = useRef(false)
  const goTo = ({ id }: Project) => stay || navigate(`/projects/${id}`)
  function onSaved(saved: Project) {
    if (record) return
    if (saved.default_documents_copied) return goTo(saved)
    // The project was saved, but the message about its documents must be read before its page opens.
    staying.current = true
    setUncopied(saved)
  }
  if (next === undefined) return <Spinner />
  if (uncopied)
    return (
      <AlertMessage
        open
        title="Project added"
        onClose={() => {
          goTo(uncopied)
          onClose()
        }}
      >
        {DOCUMENTS_UNCOPIED}
      </AlertMessage>
    )
  return (
    <EntityDialog
      entity={projects}
      record={record}
      initial={{ number: next }}
      fields={[
        'customer_id',
        'name',
        'number',
        ...(record ? (['action'] as const) : []),
        'address',
        'overtime_rule',
        'project_phases',
        'project_users',
        'guest_contact_id',
        'custom_field_values',
      ]}
      inputs={inputs}
      groups={{ ...groups, action: (group) => record && <RenameFolder {...group} saved={record.number} /> }}
      help={record ? { number: EDIT_NUMBER_HELP } : {}}
      title={record ? 'Edit Project' : 'Add Project'}
      save={save}
      onClose={() => staying.current || onClose()}
      onSaved={onSaved}
    />
  )
}

/** Prevailing wages are those of a state, so a project with them needs one (rule prevailing-state). */
function stateProblem({ overtime_rule, address }: DraftOf<typeof projects>): Failure<Project> | null {
  if (overtime_rule !== 'prevailing' || address?.state.trim()) return null
  const message = 'State is required for prevailing wages.'
  return { ok: false, status: 422, message, errors: { 'address.state': [message] } }
}

/** A switch to also rename the folder in the document store. Disabled while the number is unchanged. */
const RenameFolder = ({ get, value, onChange, saved }: GroupProps & { saved: string }) => {
  const same = get('number') === saved
  return (
    <Switch value={!same && value === RENAME} onChange={(on) => onChange(on ? RENAME : null)} disabled={same}>
      Rename the folder in the document store too
    </Switch>
  )
}

/** The number to propose: undefined while loading, empty if the request failed. */
function useNextNumber(wanted: boolean): string | undefined {
  const resource = useResource(projects)
  const [number, setNumber] = useState<string | undefined>(wanted ? undefined : '')
  useEffect(() => {
    if (wanted)
      void resource.ask<string>('next_number').then((answer) => setNumber(answer.ok ? String(answer.data) : ''))
  }, [resource, wanted])
  return number
}

/** Saves a new project. If the proposed number has been taken in the meantime, it uses the next one instead. */
function useRenumbering(proposed: string | undefined) {
  const resource = useResource(projects)
  return async (draft: DraftOf<typeof projects>): Promise<Result<Project>> => {
    let result = await resource.save(draft)
    for (let tries = 0; tries < TRIES && !result.ok && result.errors.number && draft.number === proposed; tries++) {
      const next = await resource.ask<string>('next_number')
      if (!next.ok) return result
      result = await resource.save({ ...draft, number: String(next.data) })
      if (result.ok) toast.success(`${proposed} has been taken in the meantime. This project is ${result.data.number}.`)
    }
    return result
  }
}

/** Customer autocomplete with Add New (rule customer-autocomplete). */
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
