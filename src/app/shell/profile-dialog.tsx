import { useState } from 'react'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { Facts } from '#blocks/detail/facts.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { ownAccount } from '#blocks/slots.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { closeDialog } from '#blocks/page/open-dialog.ts'
import { useOwnRecord } from './own-record.ts'

// Nothing sends text messages yet.
const ways = [{ value: 'email', label: 'Email' }]
const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const inputs = {
  notification_methods: ({ value, onChange, ...props }: InputProps) => (
    <MultiSelect {...props} options={ways} value={asList(value)} onChange={onChange} />
  ),
}

/** The profile, where users change their own phone number, notification methods and password. */
export default function ProfileDialog() {
  const { session, settings } = useServices()
  const { version } = settings.value
  const own = useOwnRecord()
  const [changing, setChanging] = useState(false)
  const user = session.user.value
  if (!own || !user) return null
  // Fields that the server does not return for the user's own record cannot be edited here.
  const fields = ['phone_number', 'notification_methods'].filter((name) => name in own.me)
  return (
    <EntityDialog
      entity={own.people}
      record={own.me}
      title="Profile"
      fields={[...fields, ...(changing ? ['password', 'password_confirmation'] : [])]}
      inputs={inputs}
      intro={
        <>
          <Facts
            items={[
              { label: 'Name', value: user.name },
              { label: 'Email', value: user.email },
              { label: 'Role', value: user.role.replaceAll('_', ' ') },
              ...(version === null ? [] : [{ label: 'Version', value: version }]),
            ]}
          />
          {!changing && <SlotOutlet slot={ownAccount} props={{}} />}
          {!changing && (
            <div>
              <Button variant="outline" icon="key-round" onClick={() => setChanging(true)}>
                Change Password
              </Button>
            </div>
          )}
        </>
      }
      onClose={closeDialog}
    />
  )
}
