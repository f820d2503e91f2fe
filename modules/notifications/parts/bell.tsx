import { lazy, useState } from 'react'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { useReadByLooking } from './use-read-by-looking.ts'
import { countLabel, useUnread } from './use-unread.ts'

const Inbox = lazy(() => import('./inbox.tsx'))

/** The bell of the top bar with the number of unread notifications. @useSignals */
export default function Bell() {
  const count = useUnread().value.length
  useReadByLooking()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={bell}
        aria-label={count ? `Notifications, ${count} unread` : 'Notifications'}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {count > 0 && <span className={badge}>{countLabel(count)}</span>}
      </button>
      {open && (
        <Optional>
          <Inbox onClose={() => setOpen(false)} />
        </Optional>
      )}
    </>
  )
}

const bell = css({
  position: 'relative',
  center: true,
  width: { base: 'touch', md: '9' },
  height: { base: 'touch', md: '9' },
  borderRadius: 'md',
  color: { base: 'frame.ink', md: 'muted' },
})
const badge = css({
  position: 'absolute',
  top: { base: '1', md: '0' },
  insetInlineEnd: { base: '1', md: '0' },
  minWidth: '4',
  paddingInline: '1',
  borderRadius: 'full',
  background: 'unread',
  color: 'card',
  fontSize: '2xs',
  fontWeight: 'strong',
  lineHeight: '1rem',
  textAlign: 'center',
})
