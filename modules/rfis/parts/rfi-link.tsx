import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { useFlagged } from './use-flagged.ts'

/** The top bar's link to the RFIs, with a red dot while any is flagged (rule rfi-link). @useSignals */
export default function RfiLink() {
  const unread = useFlagged().value.size
  return (
    <a href="/rfis" className={link} aria-label={unread ? `RFIs, ${unread} unread` : 'RFIs'}>
      <Icon name="message-circle-question-mark" />
      {unread > 0 && <span className={mark} />}
    </a>
  )
}

const link = css({
  position: 'relative',
  center: true,
  width: { base: 'touch', md: '9' },
  height: { base: 'touch', md: '9' },
  borderRadius: 'md',
})
const mark = css({
  position: 'absolute',
  top: { base: '2.5', md: '1.5' },
  insetInlineEnd: { base: '2.5', md: '1.5' },
  boxSize: '2',
  borderRadius: 'full',
  background: 'unread',
})
