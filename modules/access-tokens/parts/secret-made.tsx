import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { copy } from '#ui/toast/copy.ts'

interface SecretMadeProps {
  title: string
  secret: string
  /** What it is, in one word, as it is told once it was copied. */
  noun: string
  /** What one should know of it. */
  children?: ReactNode
  onClose: () => void
}

/** A secret that was just made, which nothing shows again. */
export const SecretMade = ({ title, secret, noun, children, onClose }: SecretMadeProps) => (
  <Card role="region" aria-label={title} className={css({ borderColor: 'primary', stack: '3' })}>
    <h2 className={css({ textStyle: 'section' })}>{title}</h2>
    <p className={css({ color: 'muted' })}>Copy it now. It is shown this once.</p>
    <div className={shown}>
      <code className={css({ flex: '1 1 14rem', overflowWrap: 'anywhere' })}>{secret}</code>
      <Button icon="copy" onClick={() => void copy(secret, noun)}>
        Copy
      </Button>
    </div>
    {children}
    <div>
      <Button variant="outline" onClick={onClose}>
        Done
      </Button>
    </div>
  </Card>
)

const shown = css({ wrap: '2', padding: '2', paddingInlineStart: '3', background: 'soft', borderRadius: 'md' })
