import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import type { AccessToken } from '../entities.ts'
import { TokenMade } from './token-made.tsx'
import { TokenRow } from './token-row.tsx'

const TokenDialog = lazyDialog(async () => (await import('../dialogs/token-dialog.tsx')).TokenDialog)

interface TokenListProps {
  title: string
  sub: string
  tokens: readonly AccessToken[]
  /** Whose tokens are made here; nobody's by default. */
  makes?: 'own' | 'company'
  /** Shown while there are no tokens. */
  empty: string
}

/** A list of tokens, above it the one that was just made. */
export const TokenList = ({ title, sub, tokens, makes, empty }: TokenListProps) => {
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<AccessToken | null>(null)
  return (
    <>
      {made && <TokenMade token={made} onClose={() => setMade(null)} />}
      <Card flush role="region" aria-label={title}>
        <div className={head}>
          <div className={css({ flex: '1 1 10rem' })}>
            <h2 className={css({ textStyle: 'section' })}>{title}</h2>
            <p className={css({ textStyle: 'small', color: 'muted' })}>{sub}</p>
          </div>
          {makes && (
            <Button variant="outline" icon="plus" onClick={() => setAdding(true)}>
              New token
            </Button>
          )}
        </div>
        {tokens.length > 0 ? (
          <ul>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} isNamed={!makes} />
            ))}
          </ul>
        ) : (
          <p className={none}>{empty}</p>
        )}
      </Card>
      {adding && <TokenDialog company={makes === 'company'} onMade={setMade} onClose={() => setAdding(false)} />}
    </>
  )
}

const head = css({ wrap: '2', padding: '4', paddingBlock: '3' })
const none = css({ paddingInline: '4', paddingBottom: '4', color: 'muted' })
