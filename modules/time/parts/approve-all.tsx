import { useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useResource, useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { guardOf } from '#core/entity/entity.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { users } from '../../users/entities.ts'
import { timecards, type Timecard } from '../entities.ts'
import { isDisputed, stateOf } from '../guards.ts'

const weeks = (count: number) => `${count} ${count === 1 ? 'week' : 'weeks'}`

/**
 * Approves all submitted weeks after a confirmation, and names those that could not be. Disputed weeks are left out,
 * since each needs a look. @useSignals
 */
export const ApproveAll = ({ cards }: { cards: ReadonlySignal<ReadonlyMap<Id, Timecard>> }) => {
  const { session, store } = useServices()
  const resource = useResource(timecards)
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<number | null>(null)
  const submitted = [...cards.value.values()].filter((card) => stateOf(card) === 'submitted')
  const clear = submitted.filter((card) => !isDisputed(card))
  const namesOf = (some: readonly Timecard[]) =>
    some.map(({ user_id }) => store.of(users).get(user_id)?.name ?? '').join(', ')
  if (!clear.length && done === null) return null
  if (!guardOf(timecards, 'approve')(session.user.value)) return null
  const disputed = submitted.filter(isDisputed)
  async function approve() {
    const failed: Timecard[] = []
    for (const [at, card] of clear.entries()) {
      setDone(at)
      if (!(await resource.act(card.id, 'approve')).ok) failed.push(card)
    }
    setDone(null)
    setAsking(false)
    if (failed.length) toast.error(`${weeks(failed.length)} could not be approved: ${namesOf(failed)}.`)
    else toast.success(`${weeks(clear.length)} approved.`)
  }
  const left = disputed.length ? ` Left out, because something is wrong: ${namesOf(disputed)}.` : ''
  return (
    <>
      <Button variant="outline" icon="check" onClick={() => setAsking(true)}>
        Approve {weeks(clear.length)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Approve ${weeks(clear.length)}?`}
        message={`Approved weeks are locked and ready for payroll.${left}`}
        confirm="Approve"
        loading={done !== null}
        onCancel={() => setAsking(false)}
        onConfirm={() => void approve()}
      />
    </>
  )
}
