import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { inboxOpen } from './inbox-open.ts'
import { countLabel, useUnread } from './use-unread.ts'

/** The entry of the phone's menu that opens the notifications. @useSignals */
export default function MenuEntry({ onFollow }: { onFollow: () => void }) {
  const count = useUnread().value.length
  return (
    <button
      type="button"
      className={entry}
      onClick={() => {
        onFollow()
        inboxOpen.value = true
      }}
    >
      <Icon name="bell" />
      Notifications
      {count > 0 && (
        <span className={badge} aria-label={`${count} unread`}>
          {countLabel(count)}
        </span>
      )}
    </button>
  )
}

const entry = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3.5',
  minHeight: 'touch',
  paddingInline: '3.5',
  fontWeight: 'medium',
  textAlign: 'start',
})
const badge = css({
  minWidth: '5',
  paddingInline: '1.5',
  borderRadius: 'full',
  background: 'unread',
  color: 'card',
  fontSize: 'xs',
  fontWeight: 'strong',
  lineHeight: '1.25rem',
  textAlign: 'center',
})
