import { css } from '#css/css'
import { SecretMade } from '../../access-tokens/components.ts'
import type { Webhook } from '../entities.ts'

/** What the program checks, as docs/WEBHOOKS.md says whole. */
const EXAMPLE = `const [, time, signature] = /^t=(\\d+),v1=(\\w+)$/.exec(header)
const expected = createHmac('sha256', secret)
  .update(\`\${time}.\${body}\`)
  .digest()
const isOurs = Math.abs(Date.now() / 1000 - time) < 300 &&
  timingSafeEqual(expected, Buffer.from(signature, 'hex'))`

/** The secret of a webhook, and what it is for. */
export const WebhookSecret = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { secret, name } = webhook
  if (secret === null) return null
  return (
    <SecretMade title={`The secret of ${name}`} secret={secret} noun="Secret" onClose={onClose}>
      <p className={css({ color: 'muted' })}>
        With it the program sees that a request is from here, by X-Plumbline-Signature and the body as it came:
      </p>
      <pre className={code}>{EXAMPLE}</pre>
    </SecretMade>
  )
}

const code = css({
  padding: '3',
  background: 'soft',
  borderRadius: 'md',
  fontSize: 'sm',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
