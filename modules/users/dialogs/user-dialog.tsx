import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can, roles } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import { isContact, users, type User } from '../entities.ts'
import { isInvitable } from '../parts/invite-all.tsx'
import { PermissionGrid } from '../parts/permission-grid.tsx'
import { choiceOptions } from '#lib/choice-label.ts'

/** The confirmation of rule person-form. */
const DELETE_TEXT = 'Delete this user along with all the notes they have created?'

type Field = keyof typeof users.fields & string
type Kind = 'team' | 'contact'
const kinds = [
  { value: 'team', label: 'Team member' },
  { value: 'contact', label: 'Contact' },
] as const
// Nothing sends text messages yet.
const notificationMethods = [{ value: 'email', label: 'Email' }]
const passwordFields: Field[] = ['password', 'password_confirmation']
const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const RoleInput = ({ value, onChange, ...props }: InputProps) => (
  <Select
    {...props}
    options={choiceOptions(roles)}
    value={typeof value === 'string' ? value : null}
    onChange={onChange}
  />
)
const NotificationMethodsInput = ({ value, onChange, ...props }: InputProps) => (
  <MultiSelect {...props} options={notificationMethods} value={asList(value)} onChange={onChange} />
)

/** Adds or edits a team member or contact (rule person-form). */
export const UserDialog = ({
  record,
  kind: asked = 'team',
  onClose,
}: {
  record?: User | undefined
  kind?: Kind
  onClose: () => void
}) => {
  const { session } = useServices()
  const user = session.user.value
  const [kind, setKind] = useState<Kind>(record ? (isContact(record) ? 'contact' : 'team') : asked)
  const [changing, setChanging] = useState(false)
  const [granting, setGranting] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [inviting, setInviting] = useState(true)
  const resource = useResource(users)
  if (deleting && record) return <DeleteRecord entity={users} record={record} message={DELETE_TEXT} onClose={onClose} />

  const self = record !== undefined && record.id === user?.id
  const admin = can('edit', 'users')(user)
  const team = kind === 'team'
  const choosesKind = !record && can('create', 'users')(user) && can('create', 'contacts')(user)
  const fields: Field[] = [
    'name',
    'email',
    'phone_number',
    ...(team ? [] : (['customer_id', 'contact_type_id'] as Field[])),
    // Nobody changes their own role, licence or active flag.
    ...(self ? [] : (['role'] as Field[])),
    ...(team && !self ? (['license'] as Field[]) : []),
    'short_name',
    ...(team ? (['employee_code', 'schedulable', 'track_time'] as Field[]) : []),
    'notification_methods',
    'custom_field_values',
    ...(self ? [] : (['has_access'] as Field[])),
    ...(record && !self ? (['active'] as Field[]) : []),
    ...((!record && team) || changing ? passwordFields : []),
    ...(granting && record && !self ? (['permission_overrides'] as Field[]) : []),
  ]
  const noun = team ? 'Team Member' : 'Contact'
  async function invite(person: User) {
    if (!inviting || !isInvitable(person)) return
    const answer = await resource.act(person.id, 'invite')
    if (answer.ok) toast.success(`A link was mailed to ${person.email}.`)
    else toastFailure(answer)
  }
  return (
    <EntityDialog
      entity={users}
      record={record}
      title={record ? `Edit ${noun}` : `Add ${noun}`}
      fields={fields}
      wide
      groups={{
        custom_field_values: (props) => <CustomValuesInput {...props} scope="users" />,
        permission_overrides: (props) => <PermissionGrid {...props} />,
      }}
      inputs={{
        notification_methods: (props) => <NotificationMethodsInput {...props} />,
        ...(team && { role: (props: InputProps) => <RoleInput {...props} /> }),
      }}
      intro={choosesKind && <Segmented aria-label="Kind" value={kind} onChange={setKind} options={kinds} full />}
      {...(!record && { onSaved: (person: User) => void invite(person) })}
      outro={
        record ? (
          <div className={buttons}>
            {!changing && (
              <Button variant="outline" icon="key-round" onClick={() => setChanging(true)}>
                Change Password
              </Button>
            )}
            {admin && !self && !granting && (
              <Button variant="outline" icon="lock" onClick={() => setGranting(true)}>
                Permissions
              </Button>
            )}
            {!self && <Invite person={record} />}
            {admin && !self && (
              <Button variant="outline" icon="trash-2" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </div>
        ) : (
          <Checkbox value={inviting} onChange={setInviting}>
            Mail an invitation to sign in
          </Checkbox>
        )
      }
      onClose={onClose}
    />
  )
}

/** Mails an invitation, or a link to reset the password if the person already has one. */
const Invite = ({ person }: { person: User }) => {
  const resource = useResource(users)
  const [busy, setBusy] = useState(false)
  const action = person.has_password ? 'reset_password' : 'invite'
  async function send() {
    setBusy(true)
    const answer = await resource.act(person.id, action)
    setBusy(false)
    if (answer.ok) toast.success(`A link was mailed to ${person.email}.`)
    else toastFailure(answer)
  }
  return (
    <Button
      variant="outline"
      icon="mail"
      loading={busy}
      disabled={!person.email || !person.active || !person.has_access}
      onClick={() => void send()}
    >
      {person.has_password ? 'Reset password' : 'Invite'}
    </Button>
  )
}

const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
