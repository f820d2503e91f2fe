import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatDay } from '#lib/days.ts'
import { formatRecent } from '#lib/moments.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import type { AccessToken } from '../entities.ts'
import { abilityWords, areasOf } from './areas.ts'

const RenameToken = lazyDialog(async () => (await import('../dialogs/token-questions.tsx')).RenameToken)
const RevokeToken = lazyDialog(async () => (await import('../dialogs/token-questions.tsx')).RevokeToken)

/** Days without use after which a token looks forgotten. */
const FORGOTTEN = 60

/** What stands out of a token: that it is over, or that nobody seems to need it. */
function concern({ ends_at, last_used_at, created_at }: AccessToken, now: number): string | null {
  if (Date.parse(ends_at) <= now) return 'expired'
  const unused = Math.floor((now - Date.parse(last_used_at ?? created_at)) / 86_400_000)
  return unused >= FORGOTTEN ? `not used for ${unused} days` : null
}

/** A token: what it may, when it was used, until when; it is renamed and revoked here. */
export const TokenRow = ({ token, isNamed }: { token: AccessToken; isNamed: boolean }) => {
  const { registry } = useServices()
  const [open, setOpen] = useState<'rename' | 'revoke' | null>(null)
  const { name, user_name, abilities, last_used_at, expires_on } = token
  const wrong = concern(token, Date.now())
  const close = () => setOpen(null)
  const facts = [
    ...(isNamed ? [user_name] : []),
    abilityWords(abilities, areasOf(registry.entities)),
    ...(wrong ? [] : [last_used_at ? `used ${formatRecent(last_used_at)}` : 'never used']),
    `until ${formatDay(expires_on)}`,
  ]
  return (
    <li className={row}>
      <span className={css({ flex: 'none', color: wrong ? 'attention' : 'muted' })}>
        <Icon name="key-round" />
      </span>
      <span className={css({ flex: '1 1 12rem', minWidth: '0', overflowWrap: 'anywhere' })}>
        <b className={css({ fontWeight: 'strong' })}>{name}</b>
        <small className={css({ display: 'block', textStyle: 'small', color: 'muted' })}>
          {facts.join(' · ')}
          {wrong && (
            <>
              {' · '}
              <b className={css({ color: 'attention', fontWeight: 'strong' })}>{wrong}</b>
            </>
          )}
        </small>
      </span>
      {wrong ? (
        <Button variant="outline" size="sm" onClick={() => setOpen('revoke')}>
          Revoke
        </Button>
      ) : (
        <Menu
          label={name}
          trigger={<IconButton icon="ellipsis" aria-label={`More about ${name}`} />}
          items={[
            { label: 'Rename', icon: 'pencil', onSelect: () => setOpen('rename') },
            { label: 'Revoke', icon: 'trash-2', danger: true, separated: true, onSelect: () => setOpen('revoke') },
          ]}
        />
      )}
      {open === 'rename' && <RenameToken token={token} onClose={close} />}
      {open === 'revoke' && <RevokeToken token={token} onClose={close} />}
    </li>
  )
}

const row = css({
  row: '3',
  minHeight: 'row',
  paddingInline: '4',
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
})
