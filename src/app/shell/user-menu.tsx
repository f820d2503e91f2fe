import { useState, type ReactNode } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { unsentLabel } from '#blocks/outbox/labels.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { CurrentUser } from '#core/access/access.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { deviceName } from '#lib/device.ts'
import { Menu } from '#ui/menu/menu.tsx'
import { openDialog } from '#blocks/page/open-dialog.ts'

interface UserMenuProps {
  user: CurrentUser
  /** Whether no password has been chosen yet. */
  isNew: boolean
  trigger: ReactNode
}

/** The profile menu; users without a password get Set Password instead of Profile (rule profile-menu). @useSignals */
export default function UserMenu({ user, isNew, trigger }: UserMenuProps) {
  const { registry, writes, session, settings } = useServices()
  // Other servers tell nothing of devices.
  const account = registry.routes.find((route) => route.path === '/account' && registry.offers(route, {}))
  const [unsent, setUnsent] = useState(0)
  const leave = () => (writes.count() ? setUnsent(writes.count()) : void logout())
  async function logout() {
    const result = await session.logout()
    if (!result.ok) toastFailure(result)
  }
  return (
    <>
      <Menu
        label="Your account"
        defaultOpen
        trigger={trigger}
        header={
          isNew ? (
            <span>
              Welcome to {settings.value.company_name}, {user.name.split(' ')[0]}. Set a password to sign in again
              later.
            </span>
          ) : (
            <span>{user.email}</span>
          )
        }
        items={[
          isNew
            ? { label: 'Set Password', icon: 'key-round', onSelect: () => void (openDialog.value = 'password') }
            : { label: 'Profile', icon: 'user', onSelect: () => void (openDialog.value = 'profile') },
          ...(account ? [{ label: 'My account', icon: 'key-round' as const, href: account.path }] : []),
          { label: `On this ${deviceName()}`, icon: 'download', onSelect: () => void (openDialog.value = 'kept') },
          { label: 'Install App', icon: 'smartphone', onSelect: () => void (openDialog.value = 'install') },
          { label: 'Logout', icon: 'log-out', separated: true, onSelect: () => leave() },
        ]}
      />
      <ConfirmDialog
        open={unsent > 0}
        title="Log out?"
        message={unsentLabel(unsent)}
        confirm="Logout"
        onConfirm={() => {
          setUnsent(0)
          void logout()
        }}
        onCancel={() => setUnsent(0)}
      />
    </>
  )
}
