import { Suspense, useState, type ReactNode } from 'react'
import { css } from '#css/css'
import type { DraftOf, Entity } from '#core/entity/entity.ts'
import type { Waiting } from '#core/writes/mutation.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Failure } from '#core/resource/result.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { Tag, type Tone } from '#ui/tag/tag.tsx'
import { lazyComponent } from '../slot-outlet/lazy-component.ts'
import { useServices } from '../services/services.tsx'
import { waitingKinds } from '../slots.ts'
import { moment } from '../value/value.tsx'
import { entries } from './labels.ts'

const tags: Record<Waiting['state'], [label: string, tone: Tone]> = {
  waiting: ['Waiting', 'neutral'],
  sending: ['Sending …', 'primary'],
  refused: ['Not accepted', 'attention'],
}

/** The unsent changes on this device, with actions to edit, retry or discard them. @useSignals */
export const OutboxList = () => {
  const { writes, registry, session } = useServices()
  const [editing, setEditing] = useState<Waiting | null>(null)
  const [discarding, setDiscarding] = useState<Waiting | null>(null)
  const items = writes.items.value
  const kinds = registry.filled(waitingKinds, session.user.value)
  const kindOf = (name: string) => kinds.find(({ entity }) => entity === name)
  const edit = editing && kindOf(editing.entity)?.edit
  const Edit = edit && lazyComponent(edit)
  return (
    <>
      {items.length === 0 && <EmptyState icon="circle-check" title="Nothing is waiting to be sent." />}
      <ul className={list} aria-label="Not sent yet">
        {items.map((item) => (
          <li key={item.at}>
            <Item item={item} onDiscard={() => setDiscarding(item)}>
              {kindOf(item.entity) && item.drafts.every(({ id }) => id === undefined) && (
                <Button size="sm" onClick={() => setEditing(item)}>
                  Edit
                </Button>
              )}
            </Item>
          </li>
        ))}
      </ul>
      <Suspense>{Edit && editing && <Edit waiting={editing} onClose={() => setEditing(null)} />}</Suspense>
      <ConfirmDialog
        open={discarding !== null}
        title={`Discard ${entries(discarding?.drafts.length ?? 0)}?`}
        message="What was entered will be deleted and not sent."
        confirm="Discard"
        danger
        onConfirm={() => {
          if (discarding) void writes.discard(discarding.at)
          setDiscarding(null)
        }}
        onCancel={() => setDiscarding(null)}
      />
    </>
  )
}

/** One unsent change; `children` are further actions after a refusal. */
const Item = ({ item, onDiscard, children }: { item: Waiting; onDiscard: () => void; children: ReactNode }) => {
  const { writes } = useServices()
  const { state, refused, drafts, entity, kept_at } = item
  const [label, tone] = tags[state]
  const warnings = refused?.warnings
  return (
    <Card className={card} invalid={state === 'refused'}>
      <DraftSummary entity={entity} drafts={drafts} />
      {refused && <Reasons refused={refused} />}
      {refused?.current && (
        <div className={theirs}>
          <p className={css({ fontWeight: 'strong' })}>As it is now:</p>
          <DraftSummary entity={entity} drafts={refused.current} />
        </div>
      )}
      <div className={foot}>
        <span className={meta}>
          <Tag tone={tone}>{warnings ? 'Needs your confirmation' : label}</Tag>
          <time dateTime={kept_at}>{moment.format(new Date(kept_at))}</time>
        </span>
        <span className={actions}>
          {state !== 'sending' && (
            <Button size="sm" variant="outline" onClick={onDiscard}>
              Discard
            </Button>
          )}
          {refused && (
            <Button size="sm" variant="outline" onClick={() => void writes.retry(item.at)}>
              {warnings ? 'Save anyway' : refused.current ? 'Save mine' : 'Try again'}
            </Button>
          )}
          {refused && children}
        </span>
      </div>
    </Card>
  )
}

/** Why a change was not saved: the server's warnings, or its error. */
const Reasons = ({ refused }: { refused: Failure }) => {
  const reasons = refused.warnings?.map(({ message }) => message) ?? [messageOf(refused)]
  return reasons.map((reason) => (
    <p key={reason} className={wrong}>
      {reason}
    </p>
  ))
}

/** Describes drafts by their module's component, else by the titles of the changed records, else by their number. @useSignals */
const DraftSummary = ({ entity: name, drafts }: { entity: string; drafts: readonly DraftOf<Entity>[] }) => {
  const { registry, session, store } = useServices()
  const kind = registry.filled(waitingKinds, session.user.value).find(({ entity }) => entity === name)
  const entity = registry.entity(name)
  if (!kind) {
    const { noun = name, plural = name, title } = entity?.display ?? {}
    // Changed records can be looked up in the store; new ones have no title yet.
    const known = entity ? drafts.flatMap(({ id }) => (id && store.of(entity).get(id)) || []) : []
    const changed = title && known.length === drafts.length ? known.map(title).join(', ') : null
    return <p className={strong}>{changed ?? `${drafts.length} ${drafts.length === 1 ? noun : plural}`}</p>
  }
  const Description = lazyComponent(kind.describe)
  return (
    <Suspense>
      <Description drafts={drafts} />
    </Suspense>
  )
}

const list = css({ display: 'grid', gap: '2.5', _empty: { display: 'none' } })
const card = css({ display: 'grid', gap: '2.5' })
const strong = css({ fontWeight: 'strong' })
const wrong = css({ color: 'attention', fontWeight: 'strong', whiteSpace: 'pre-line' })
const theirs = css({ padding: '2.5', borderRadius: 'md', background: 'soft' })
const foot = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2.5' })
const meta = css({ display: 'flex', alignItems: 'center', gap: '2', textStyle: 'small', color: 'muted' })
const actions = css({ display: 'flex', gap: '2', marginInlineStart: 'auto' })
