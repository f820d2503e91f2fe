import { lazy, useState, type ComponentProps } from 'react'
import { css } from '#css/css'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import type { CurrentUser } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'

const load = () => import('./user-menu.tsx')
const UserMenu = lazy(load)

/** The profile button with the user's initials. Its menu is loaded on demand. */
export const UserButton = ({ user }: { user: CurrentUser }) => {
  const isNew = user.has_password === false
  // For a user without a password, the menu opens by itself (rule profile-menu).
  const [reached, setReached] = useState(isNew)
  const face = <Face user={user} onClick={() => setReached(true)} onPointerEnter={() => void load()} />
  if (!reached) return face
  return (
    <Optional fallback={face}>
      <UserMenu user={user} trigger={<Face user={user} />} />
    </Optional>
  )
}

const Face = ({ user, ...props }: { user: CurrentUser } & ComponentProps<'button'>) => (
  <button type="button" {...props} className={button} aria-haspopup="menu" aria-label={`${user.name}, your account`}>
    <Avatar name={user.name} decorative />
    {user.has_password === false && <span className={dot} />}
  </button>
)

const button = css({
  display: 'grid',
  placeItems: 'center',
  minWidth: { base: '9', _coarse: 'touch' },
  minHeight: { base: '9', _coarse: 'touch' },
  borderRadius: 'full',
  position: 'relative',
})
const dot = css({
  position: 'absolute',
  top: '0',
  insetInlineEnd: '0',
  width: '2.5',
  height: '2.5',
  borderRadius: 'full',
  background: 'dot',
  border: '2px solid {colors.card}',
})
