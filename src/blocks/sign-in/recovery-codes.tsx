import { css } from '#css/css'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { copy } from '#ui/toast/copy.ts'

/** Recovery codes that were just made, which nothing shows again. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const text = codes.join('\n')
  return (
    <div role="region" aria-label="Recovery codes" className={place}>
      <h3 className={css({ fontWeight: 'strong' })}>Recovery codes</h3>
      <p className={css({ color: 'muted', textStyle: 'small' })}>
        Each signs you in once when you do not have your app. Keep them where you will find them without your phone:
        they are shown this once.
      </p>
      <ul className={list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css({ flow: '2' })}>
        <Button variant="outline" onClick={() => void copy(text, 'Recovery codes')}>
          Copy
        </Button>
        <LinkButton
          variant="outline"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download
        </LinkButton>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}

const place = css({ stack: '3', padding: '4', background: 'soft' })
const list = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
  gap: '1.5',
  fontVariantNumeric: 'tabular-nums',
})
