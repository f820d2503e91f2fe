import type { ReactNode } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { messageOf } from '#core/resource/messages.ts'
import { Menu } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** The menu behind the profile button: the way out. */
export default function UserMenu({ trigger }: { trigger: ReactNode }) {
  const { session } = useServices()
  async function logout() {
    const result = await session.logout()
    if (!result.ok) toast.error(messageOf(result) ?? result.message)
  }
  return (
    <Menu
      label="Your account"
      defaultOpen
      trigger={trigger}
      items={[{ label: 'Logout', icon: 'log-out', onSelect: () => void logout() }]}
    />
  )
}
