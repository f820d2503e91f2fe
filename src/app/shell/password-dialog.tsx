import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { closeDialog } from '#blocks/page/open-dialog.ts'
import { useOwnRecord } from './own-record.ts'

/** Sets a password, or another one. */
export default function PasswordDialog() {
  const { session } = useServices()
  const own = useOwnRecord()
  if (!own) return null
  return (
    <EntityDialog
      entity={own.people}
      record={own.me}
      title={session.user.value?.has_password ? 'Change Password' : 'Set Password'}
      fields={['password', 'password_confirmation']}
      onClose={closeDialog}
      onSaved={() => void session.fetchUser()}
    />
  )
}
