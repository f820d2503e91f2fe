import { css } from '#css/css'
import { useUnread } from './use-unread.ts'

/** The dot on the phone's menu button while notifications are unread. @useSignals */
export default function MenuMark() {
  return useUnread().value.length > 0 ? <span className={dot} role="img" aria-label="Unread notifications" /> : null
}

const dot = css({
  display: { md: 'none' },
  position: 'absolute',
  top: '2.5',
  insetInlineEnd: '2.5',
  width: '2',
  height: '2',
  borderRadius: 'full',
  background: 'unread',
  pointerEvents: 'none',
})
