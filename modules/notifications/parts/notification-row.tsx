import { useMay } from '#blocks/offered/offered.tsx'
import { formatClock, formatMoment } from '#lib/moments.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { notifications } from '../entities.ts'
import { NotificationMenu } from './notification-menu.tsx'

/** One notification: who did what, where and in which words. Following it opens the record and reads it. @useSignals */
export const NotificationRow = ({ id, onFollow }: { id: Id; onFollow: () => void }) => {
  const { api, store } = useServices()
  const may = useMay()
  const notification = store.of(notifications).get(id)
  if (!notification) return null
  const { actor_name, text, note, href, read_at, done_at, later_at, told_at, project_number, project_name } =
    notification
  const where = project_number && `${project_number} ${project_name}`
  const isUnread = read_at === null && !done_at && !later_at
  const put = later_at && `again ${formatMoment(later_at)}`
  function follow() {
    if (isUnread) void api(notifications).act(id, 'read')
    if (href) onFollow()
  }
  const content = (
    <>
      {isUnread && <span className={dot} role="img" aria-label="Unread" />}
      {actor_name ? (
        <Avatar name={actor_name} size="sm" decorative />
      ) : (
        <span className={plain}>
          <Icon name="bell" size="sm" />
        </span>
      )}
      <span className={words}>
        <span className={sentence} data-unread={isUnread || undefined}>
          {text}
        </span>
        <span className={detail}>{[put, where, note].filter(Boolean).join(' · ')}</span>
      </span>
      <time dateTime={told_at} className={time}>
        {formatClock(told_at)}
      </time>
    </>
  )
  return (
    <div className={place}>
      {href ? (
        <a href={href} className={row} onClick={follow}>
          {content}
        </a>
      ) : (
        <button type="button" className={row} onClick={follow}>
          {content}
        </button>
      )}
      {may(notifications, 'done') && <NotificationMenu notification={notification} />}
    </div>
  )
}

const place = css({
  display: 'flex',
  alignItems: 'flex-start',
  paddingInlineEnd: '2',
  '& > button:last-child': { flex: 'none', marginTop: '1.5' },
})

const row = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-start',
  gap: '2.5',
  flex: '1',
  minWidth: '0',
  minHeight: 'touch',
  paddingBlock: '2.5',
  paddingInline: { base: '5', sm: '6' },
  textAlign: 'start',
  outlineOffset: '-3px!',
  _hover: { background: 'soft' },
})
const dot = css({
  position: 'absolute',
  insetInlineStart: '2',
  top: '5',
  boxSize: '2',
  borderRadius: 'full',
  background: 'unread',
})
const plain = css({
  center: true,
  flex: 'none',
  boxSize: '1.625rem',
  borderRadius: 'full',
  background: 'soft',
  color: 'muted',
})
const words = css({ flex: '1', minWidth: '0', display: 'grid' })
const sentence = css({ overflowWrap: 'anywhere', '&[data-unread]': { fontWeight: 'strong' } })
const detail = css({ textStyle: 'note', overflowWrap: 'anywhere', lineClamp: '2' })
const time = css({ textStyle: 'note', flex: 'none', whiteSpace: 'nowrap' })
