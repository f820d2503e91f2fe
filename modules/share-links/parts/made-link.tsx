import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { copy } from '#ui/toast/copy.ts'
import type { ShareLink } from '../entities.ts'

/** The address of a link, which is shown once. */
export const MadeLink = ({ link: { plain, user_name } }: { link: ShareLink }) =>
  plain !== null && (
    <Card role="region" aria-label={`Link for ${user_name}`} className={css({ borderColor: 'primary', stack: '2' })}>
      <b>For {user_name}</b>
      <span className={css({ color: 'muted' })}>Its address is shown this once.</span>
      <div className={css({ wrap: '2' })}>
        <code className={css({ flex: '1 1 14rem', overflowWrap: 'anywhere' })}>{plain}</code>
        <Button variant="outline" icon="copy" onClick={() => void copy(plain, 'Link')}>
          Copy link
        </Button>
      </div>
    </Card>
  )
