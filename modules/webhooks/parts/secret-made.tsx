import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { copy } from '#ui/toast/copy.ts'
import type { Webhook } from '../entities.ts'

/** What the program checks, as docs/WEBHOOKS.md says whole. */
const EXAMPLE = `const [, time, signature] = /^t=(\\d+),v1=(\\w+)$/.exec(header)
const expected = createHmac('sha256', secret)
  .update(\`\${time}.\${body}\`)
  .digest()
const isOurs = Math.abs(Date.now() / 1000 - time) < 300 &&
  timingSafeEqual(expected, Buffer.from(signature, 'hex'))`

/** The secret of a webhook, which nothing shows again, and what it is for. */
export const SecretMade = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { secret, name } = webhook
  if (secret === null) return null
  return (
    <Card role="region" aria-label="Secret" className={css({ borderColor: 'primary', stack: '3' })}>
      <h2 className={css({ textStyle: 'section' })}>The secret of {name}</h2>
      <p className={css({ color: 'muted' })}>Copy it now. It is shown this once.</p>
      <div className={shown}>
        <code className={css({ flex: '1 1 14rem', overflowWrap: 'anywhere' })}>{secret}</code>
        <Button icon="copy" onClick={() => void copy(secret, 'Secret')}>
          Copy
        </Button>
      </div>
      <p className={css({ color: 'muted' })}>
        With it the program sees that a request is from here, by X-Plumbline-Signature and the body as it came:
      </p>
      <pre className={code}>{EXAMPLE}</pre>
      <div>
        <Button variant="outline" onClick={onClose}>
          Done
        </Button>
      </div>
    </Card>
  )
}

const shown = css({ wrap: '2', padding: '2', paddingInlineStart: '3', background: 'soft', borderRadius: 'md' })
const code = css({
  padding: '3',
  background: 'soft',
  borderRadius: 'md',
  fontSize: 'sm',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
