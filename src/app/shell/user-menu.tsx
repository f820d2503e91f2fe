import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { CurrentUser } from '#core/access/access.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** The profile button: the person's initials, and the way out. */
export const UserMenu = ({ user }: { user: CurrentUser }) => {
  const { session } = useServices()
  async function logout() {
    const result = await session.logout()
    if (!result.ok) toast.error(messageOf(result) ?? result.message)
  }
  return (
    <Menu
      label="Your account"
      trigger={
        <button type="button" className={trigger} aria-label={`${user.name}, your account`}>
          <Avatar name={user.name} decorative />
        </button>
      }
      items={[{ label: 'Logout', icon: 'log-out', onSelect: () => void logout() }]}
    />
  )
}

const trigger = css({
  display: 'grid',
  placeItems: 'center',
  minWidth: { base: '9', _coarse: 'touch' },
  minHeight: { base: '9', _coarse: 'touch' },
  borderRadius: 'full',
})
