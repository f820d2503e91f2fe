import { useBusy } from '#blocks/failure/use-busy.ts'
import { useRef, useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { Offered, useTells } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { personParts } from '#blocks/slots.ts'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { css } from '#css/css'
import type { Failure, FieldErrors } from '#core/resource/result.ts'
import { can, roles } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import { isContact, NO_COMPANY, users, type User } from '../entities.ts'
import { DeviceList } from '../parts/device-list.tsx'
import { HandOver, type HandedLink } from '../parts/hand-over.tsx'
import { isInvitable } from '../parts/invitable.ts'
import { TurnOffAuthenticator } from '../parts/turn-off-authenticator.tsx'
import { PermissionGrid } from '../parts/permission-grid.tsx'
import { useSendLink } from '../parts/use-send-link.ts'
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
  const { session, offer } = useServices()
  const tells = useTells()
  const user = session.user.value
  const [kind, setKind] = useState<Kind>(record ? (isContact(record) ? 'contact' : 'team') : asked)
  const [changing, setChanging] = useState(false)
  const [granting, setGranting] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [inviting, setInviting] = useState(true)
  const sendLink = useSendLink()
  // An invitation sent after adding the person, which outlives the form.
  const sending = useRef(false)
  const [handed, setHanded] = useState<readonly HandedLink[] | null>(null)
  if (handed) return handed.length > 0 && <HandOver links={handed} onClose={onClose} />
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
    // Nobody changes their own role, license or active flag.
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
    if (!inviting || !offer.takes(users, 'invite') || !isInvitable(person)) return
    sending.current = true
    setHanded([])
    const { links, failures } = await sendLink([person], 'invite')
    tell(person, links, failures)
    if (links.length) setHanded(links)
    else onClose()
  }
  return (
    <EntityDialog
      entity={users}
      record={record}
      title={record ? `Edit ${noun}` : `Add ${noun}`}
      fields={fields}
      wide
      // Without either, the server takes anyone whose role reads like a team role for a member of the team.
      check={(values): FieldErrors => (team || isContact(values) ? {} : { contact_type_id: [NO_COMPANY] })}
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
          <div className={css({ stack: '4' })}>
            {team && !record.integration && <SlotOutlet slot={personParts} props={{ person: record.id }} />}
            {admin && !self && record.has_access && (
              <Offered entity={users} verb="devices">
                <DeviceList person={record.id} isOwn={false} />
              </Offered>
            )}
            <div className={buttons}>
              {!changing && (
                <Button variant="outline" icon="key-round" onClick={() => setChanging(true)}>
                  Change Password
                </Button>
              )}
              {admin && !self && !granting && tells(users, 'permission_overrides') && (
                <Button variant="outline" icon="lock" onClick={() => setGranting(true)}>
                  Permissions
                </Button>
              )}
              {!self && (
                <Offered entity={users} verb="invite">
                  <Invite person={record} />
                </Offered>
              )}
              {admin && !self && <TurnOffAuthenticator person={record} />}
              {admin && !self && (
                <Button variant="outline" icon="trash-2" onClick={() => setDeleting(true)}>
                  Delete
                </Button>
              )}
            </div>
          </div>
        ) : (
          <Offered entity={users} verb="invite">
            <Checkbox value={inviting} onChange={setInviting}>
              Invite to sign in
            </Checkbox>
          </Offered>
        )
      }
      onClose={() => sending.current || onClose()}
    />
  )
}

/** Says what became of a link, unless it has to be handed over. */
function tell({ email }: User, links: readonly HandedLink[], [failed]: readonly { failure: Failure<User> }[]) {
  if (failed) toastFailure(failed.failure)
  else if (!links.length) toast.success(`A link was mailed to ${email}.`)
}

/** Mails an invitation, or a link to reset the password if the person already has one. */
const Invite = ({ person }: { person: User }) => {
  const sendLink = useSendLink()
  const [busy, during] = useBusy()
  const [handed, setHanded] = useState<readonly HandedLink[]>([])
  async function send() {
    const { links, failures } = await during(sendLink([person], person.has_password ? 'reset_password' : 'invite'))
    tell(person, links, failures)
    setHanded(links)
  }
  return (
    <>
      <Button
        variant="outline"
        icon="mail"
        loading={busy}
        disabled={!person.email || !person.active || !person.has_access}
        onClick={() => void send()}
      >
        {person.has_password ? 'Reset password' : 'Invite'}
      </Button>
      {handed.length > 0 && <HandOver links={handed} onClose={() => setHanded([])} />}
    </>
  )
}

const buttons = css({ flow: '2' })
