import { useMay } from '#blocks/offered/offered.tsx'
import { formatClock, formatMoment } from '#lib/moments.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { swipe } from '#ui/drag/swipe.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { notifications, type Notification } from '../entities.ts'
import { NotificationMenu } from './notification-menu.tsx'
import { useSteps, type MutedJobs } from './use-steps.ts'

/**
 * One notification: who did what, where and in which words. Following it opens the record and reads it; a finger draws it to the right
 * to be done with it, to the left to mute its job. @useSignals
 */
export const NotificationRow = ({ id, ...props }: RowProps & { id: Id }) => {
  const notification = useServices().store.of(notifications).get(id)
  return notification ? <Row notification={notification} {...props} /> : null
}

interface RowProps {
  mutedJobs: MutedJobs
  onFollow: () => void
}

/** @useSignals */
const Row = ({ notification, mutedJobs, onFollow }: RowProps & { notification: Notification }) => {
  const { api } = useServices()
  const isOffered = useMay()(notifications, 'done')
  const steps = useSteps(notification, mutedJobs)
  const { id, actor_name, text, note, href, read_at, done_at, later_at, told_at, project_number, project_name } =
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
  if (!isOffered) return <div className={place}>{followed()}</div>
  return (
    <div
      className={place}
      onPointerDown={(event) => {
        // Fingers alone draw it: a mouse selects the text.
        if (event.pointerType === 'touch')
          swipe(event.currentTarget, event, { right: steps.end, left: steps.job.at(steps.job.length > 1 ? 1 : 0) })
      }}
    >
      {followed()}
      <NotificationMenu text={text} steps={steps} />
    </div>
  )

  function followed() {
    return href ? (
      <a href={href} className={row} onClick={follow} draggable={false}>
        {content}
      </a>
    ) : (
      <button type="button" className={row} onClick={follow}>
        {content}
      </button>
    )
  }
}

const place = css({
  display: 'flex',
  alignItems: 'flex-start',
  paddingInlineEnd: '2',
  touchAction: 'pan-y',
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
