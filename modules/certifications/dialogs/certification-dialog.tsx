import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import type { Id } from '#core/access/access.ts'
import { isContact, type User } from '../../users/entities.ts'
import { PersonPicker } from '../../users/index.ts'
import { certifications, type Certification } from '../entities.ts'

const isTeam = (person: User) => !isContact(person)
const PersonInput = ({ value, ...props }: InputProps) => (
  <PersonPicker {...props} only={isTeam} value={typeof value === 'number' ? value : null} />
)

/** Adds or edits what a person is certified for. */
export const CertificationDialog = ({
  record,
  person,
  onClose,
  onSaved,
}: {
  record?: Certification | undefined
  /** Whose it is, where that is known. */
  person?: Id
  onClose: () => void
  onSaved?: (saved: Certification) => void
}) => (
  <EntityDialog
    entity={certifications}
    record={record}
    title={record ? 'Edit certification' : 'Add certification'}
    {...(person !== undefined && { initial: { user_id: person } })}
    fields={[...(person === undefined && !record ? (['user_id'] as const) : []), 'name', 'number', 'expires_on']}
    inputs={{ user_id: (props) => <PersonInput {...props} /> }}
    onClose={onClose}
    {...(onSaved && { onSaved })}
  />
)
