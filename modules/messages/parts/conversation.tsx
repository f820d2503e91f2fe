import { formatMoment } from '#lib/moments.ts'
import { memo, useState, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecord } from '#blocks/query/use-record.ts'
import { useRows } from '#blocks/query/use-rows.tsx'
import { useSummary } from '#blocks/query/use-summary.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { UploadProgress } from '#blocks/uploads/upload-progress.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { attachments } from '../../attachments/entities.ts'
import { Files } from '../../attachments/index.ts'
import { messages, type Message } from '../entities.ts'
import { Compose } from './compose.tsx'
import { MessageText } from './message-text.tsx'
import { useMessages, type About } from './use-messages.ts'

/** The parent record of a conversation, the user's permissions, and a text for an empty conversation. */
export interface ConversationProps {
  about: About
  mayWrite: boolean
  mayDelete: boolean
  /** Whether the user may mark an answer as official. */
  mayDecide: boolean
  empty?: ReactNode
}

/** The messages about a record, with a form to reply. It can be used on any detail page. @useSignals */
export const Conversation = ({
  about,
  mayWrite,
  mayDelete,
  mayDecide,
  empty = 'No messages yet.',
}: ConversationProps) => {
  const { items, state, failure, ask } = useMessages(about)
  const rowsOf = useRows()
  const ids = useSummary(items, (thread) => thread.map(({ id }) => id), [])
  useFilesOf(ids)
  return (
    <ParentScope messageable_type={about.type} messageable_id={about.id}>
      <section aria-label="Conversation" className={css({ stack: '4' })}>
        {ids.length === 0 && state.value === 'never' && <NotLoaded failure={failure.value} retry={ask} />}
        {ids.length === 0 && state.value !== 'never' && <p className={css({ color: 'muted' })}>{empty}</p>}
        <ol className={css({ stack: '4' })}>
          {rowsOf(messages, ids, (item) => (
            <MessageItem item={item} mayWrite={mayWrite} mayDelete={mayDelete} mayDecide={mayDecide} />
          ))}
        </ol>
        {mayWrite && <Compose key={`${about.type} ${about.id}`} about={about} />}
      </section>
    </ParentScope>
  )
}

/** Fetches the files of all messages in one request. */
function useFilesOf(ids: readonly Id[]) {
  useQuery(attachments, {
    across: true,
    filters: { attachable_type: 'messages', attachable_id: ids },
    ask: ids.length > 0,
  })
}

type ItemProps = Pick<ConversationProps, 'mayWrite' | 'mayDelete' | 'mayDecide'>

/** @useSignals */
const MessageItem = memo(({ item, mayWrite, mayDelete, mayDecide }: ItemProps & { item: ReadonlySignal<Message> }) => {
  const message = useRecord(item)
  const { session } = useServices()
  const { steps, asked } = useSteps(messages, message)
  const [removing, setRemoving] = useState(false)
  const user = session.user.value
  const own = message.user_id === user?.id
  const { official_at } = message
  const items = [
    ...(mayDecide ? steps.map(({ label, icon = 'circle', take }) => ({ label, icon, onSelect: take })) : []),
    ...(mayDelete ? [{ label: 'Delete', icon: 'trash-2', danger: true, onSelect: () => setRemoving(true) }] : []),
  ]
  return (
    <article className={line}>
      <Avatar name={message.user_name} size="sm" decorative />
      <div className={css({ minWidth: '0' })}>
        <p>
          <b>{own ? 'You' : message.user_name}</b>{' '}
          <time dateTime={message.created_at} className={when}>
            {formatMoment(message.created_at)}
          </time>{' '}
          <WaitingTag entity={messages} id={message.id} /> {official_at && <Tag tone="done">Official answer</Tag>}
        </p>
        <MessageText text={message.content} />
        <Files on={{ type: 'messages', id: message.id }} fetch={false} mayAdd={false} mayEdit={() => own && mayWrite} />
        {own && (
          <UploadProgress entity={attachments} parents={{ attachable_type: 'messages', attachable_id: message.id }} />
        )}
      </div>
      {items.length > 0 && (
        <Menu label="More" trigger={<IconButton icon="ellipsis" size="sm" aria-label="More" />} items={items} />
      )}
      {asked}
      {removing && <DeleteRecord entity={messages} record={message} onClose={() => setRemoving(false)} />}
    </article>
  )
})

const line = css({ stack: '2.5', gridTemplateColumns: 'auto minmax(0, 1fr) auto' })
const when = css({ textStyle: 'note' })
