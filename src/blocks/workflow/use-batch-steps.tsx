import { useState, type ReactNode } from 'react'
import type { CurrentUser } from '#core/access/access.ts'
import { countOf } from '#core/entity/wording.ts'
import type { ActionOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { isAvailable } from '#core/entity/workflow.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { useEach } from '../batch/use-each.ts'
import { useUnder } from '../batch/use-under.ts'
import { useMay } from '../offered/offered.tsx'
import { useServices } from '../services/services.tsx'
import { useResourceOf } from '../services/use-resource-of.ts'
import { AskDialog } from './lazy-ask-dialog.ts'
import { fieldsOf, flowOf, isRequired } from './use-steps.tsx'

const NOTHING = { label: '', done: '' }

/** A workflow step for many records. */
export interface BatchStep<R> {
  readonly action: string
  readonly label: string
  readonly icon: string
  /** Those of the records that it can be taken on. */
  readonly ready: readonly R[]
}

/** The steps of a workflow that can be taken on some of these records at once. */
export const batchSteps = <E extends Entity>(
  entity: E,
  records: readonly RecordOf<E>[],
  user: CurrentUser | null,
): BatchStep<RecordOf<E>>[] =>
  Object.entries(flowOf(entity).steps).flatMap(([action, step]) => {
    const ready = step?.batch && user ? records.filter((record) => isAvailable(entity, action, record, user)) : []
    return step && ready.length ? [{ action, label: step.label, icon: step.icon ?? 'circle', ready }] : []
  })

/**
 * Takes a step on many records, after saying what it leads to where its description says so; each has a result of its own,
 * and all of them are undone together. Render `asked`.
 * @param onTaken gets the records that the step was not taken on
 * @useSignals
 * @example const { begin, busy, asked } = useBatchSteps(crates)
 */
export function useBatchSteps<E extends Entity>(
  entity: E,
  onTaken?: (left: readonly RecordOf<E>[]) => void,
): {
  /** Whether the user may take a step at all. */
  may: (action: string) => boolean
  /** @param besides a sentence that follows the step's own message */
  begin: (action: string, records: readonly RecordOf<E>[], besides?: string) => void
  busy: boolean
  asked: ReactNode
} {
  const { session, settings } = useServices()
  const resourceOf = useResourceOf(entity)
  const under = useUnder(entity)
  const mayTake = useMay()
  const { noun, plural } = entity.display
  const { busy, each } = useEach<RecordOf<E>>({ noun: [noun, plural], nameOf: entity.display.title })
  const [asking, setAsking] = useState<{ step: BatchStep<RecordOf<E>>; message: string } | null>(null)

  async function takeAll({ action, ready }: BatchStep<RecordOf<E>>, body: Record<string, unknown> = {}) {
    const { past = 'changed', confirms } = flowOf(entity).steps[action]?.batch ?? {}
    // The names of steps are actions of the entity.
    const step = action as ActionOf<E>
    const sent = confirms ? { ...body, confirmed: confirms } : body
    const take = (record: RecordOf<E>) => resourceOf(record).act(record.id, step, sent)
    const takeMany = ([first, ...others]: readonly [RecordOf<E>, ...RecordOf<E>[]]) =>
      resourceOf(first).actMany(
        [first, ...others].map(({ id }) => id),
        step,
        sent,
      )
    const isMany = settings.peek().features.includes('act_many')
    const left = await each(ready, past, take, isMany ? { under, change: takeMany } : undefined)
    const isTaken = left.length < ready.length
    // What was typed stays until it was of use.
    if (isTaken || !isRequired(asksFor(action))) setAsking(null)
    onTaken?.(left)
    return isTaken
  }
  function begin(action: string, records: readonly RecordOf<E>[], besides = '') {
    const step = batchSteps(entity, records, session.user.peek()).find((one) => one.action === action)
    if (!step) return
    const message = flowOf(entity).steps[action]?.batch?.message?.(step.ready) ?? null
    if (message === null && !besides && !isRequired(asksFor(action))) void takeAll(step)
    else setAsking({ step, message: [message, besides].filter(Boolean).join(' ') })
  }
  const asksFor = (action: string) => fieldsOf(flowOf(entity).steps[action] ?? NOTHING)
  const title = asking ? `${asking.step.label} ${countOf(asking.step.ready.length, entity)}` : ''
  const fields = asking ? asksFor(asking.step.action) : {}
  const reason = asking && flowOf(entity).steps[asking.step.action]?.reason
  return {
    may: (action) => mayTake(entity, action),
    begin,
    busy: busy && !asking,
    asked: !asking ? null : isRequired(fields) ? (
      <AskDialog
        place={['batch', entity.name, asking.step.action]}
        title={title}
        confirm={asking.step.label}
        message={asking.message}
        fields={fields}
        {...(reason && { missing: { reason: reason.message } })}
        loading={busy}
        onSend={(values) => takeAll(asking.step, values)}
        onClose={() => setAsking(null)}
      />
    ) : (
      <ConfirmDialog
        open
        title={`${title}?`}
        message={asking.message}
        confirm={asking.step.label}
        loading={busy}
        onCancel={() => setAsking(null)}
        onConfirm={() => void takeAll(asking.step)}
      />
    ),
  }
}
