import { Facts } from '#blocks/detail/facts.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatDay } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { copy } from '#ui/toast/copy.ts'
import type { AccessToken } from '../entities.ts'
import { abilityWords, areasOf } from './areas.ts'

/** A token that was just made, with its secret, which nothing shows again. */
export const TokenMade = ({ token, onClose }: { token: AccessToken; onClose: () => void }) => {
  const { registry } = useServices()
  const { plain, name, abilities, expires_on } = token
  if (plain === null) return null
  return (
    <Card role="region" aria-label="Token made" className={css({ borderColor: 'primary', stack: '3' })}>
      <h2 className={css({ textStyle: 'section' })}>Token made</h2>
      <p className={css({ color: 'muted' })}>Copy it now. It is shown this once.</p>
      <div className={secret}>
        <code className={css({ flex: '1 1 14rem', overflowWrap: 'anywhere' })}>{plain}</code>
        <Button icon="copy" onClick={() => void copy(plain, 'Token')}>
          Copy
        </Button>
      </div>
      <Facts
        items={[
          { label: 'Name', value: name },
          { label: 'It may', value: abilityWords(abilities, areasOf(registry.entities)) },
          { label: 'Until', value: formatDay(expires_on) },
        ]}
      />
      <div>
        <Button variant="outline" onClick={onClose}>
          Done
        </Button>
      </div>
    </Card>
  )
}

const secret = css({ wrap: '2', padding: '2', paddingInlineStart: '3', background: 'soft', borderRadius: 'md' })
