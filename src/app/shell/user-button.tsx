import { lazy, useState, type ComponentProps } from 'react'
import { css } from '#css/css'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import type { CurrentUser } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { useHasNoPassword } from './own-record.ts'

const load = () => import('./user-menu.tsx')
const UserMenu = lazy(load)

/** The profile button with the user's initials. Its menu is loaded on demand. */
export const UserButton = ({ user }: { user: CurrentUser }) => {
  const isNew = useHasNoPassword()
  // For a user without a password, the menu opens by itself (rule profile-menu).
  const [wasReached, setReached] = useState(false)
  const reached = wasReached || isNew
  const face = <Face user={user} isNew={isNew} onClick={() => setReached(true)} onPointerEnter={() => void load()} />
  if (!reached) return face
  return (
    <Optional fallback={face}>
      <UserMenu user={user} isNew={isNew} trigger={<Face user={user} isNew={isNew} />} />
    </Optional>
  )
}

const Face = ({ user, isNew, ...props }: { user: CurrentUser; isNew: boolean } & ComponentProps<'button'>) => (
  <button type="button" {...props} className={button} aria-haspopup="menu" aria-label={`${user.name}, your account`}>
    <Avatar name={user.name} decorative />
    {isNew && <span className={dot} />}
  </button>
)

const button = css({
  center: true,
  minWidth: { base: '9', _coarse: 'touch' },
  minHeight: { base: '9', _coarse: 'touch' },
  borderRadius: 'full',
  position: 'relative',
})
const dot = css({
  position: 'absolute',
  top: '0',
  insetInlineEnd: '0',
  boxSize: '2.5',
  borderRadius: 'full',
  background: 'dot',
  border: '2px solid {colors.card}',
})
