import { useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useMay } from '#blocks/offered/offered.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { users } from '../../users/entities.ts'
import { timecards, type Timecard } from '../entities.ts'
import { isDisputed, stateOf } from '../guards.ts'

const weeks = (count: number) => `${count} ${count === 1 ? 'week' : 'weeks'}`

/** What is done with many weeks at once. */
const kinds = {
  approve: {
    from: 'submitted',
    verb: 'Approve',
    done: 'approved',
    message: () => 'Approved weeks are locked and ready for payroll.',
  },
  submit: {
    from: 'open',
    verb: 'Submit',
    done: 'submitted',
    message: (names: string) => `You confirm that these hours are correct: ${names}.`,
  },
} as const

/**
 * Takes a step on all weeks that are ready for it, after a confirmation, and names those on which it failed. Disputed
 * weeks are left out, since each needs a look. @useSignals
 */
export const StepAll = ({
  step,
  cards,
}: {
  step: keyof typeof kinds
  cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>
}) => {
  const { store } = useServices()
  const may = useMay()
  const resource = useResource(timecards)
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<number | null>(null)
  const { from, verb, done: past, message } = kinds[step]
  const ready = [...cards.value.values()].filter((card) => stateOf(card) === from)
  const clear = ready.filter((card) => !isDisputed(card))
  const namesOf = (some: readonly Timecard[]) =>
    some.map(({ user_id }) => store.of(users).get(user_id)?.name ?? '').join(', ')
  if (!clear.length && done === null) return null
  if (!may(timecards, step)) return null
  const disputed = ready.filter(isDisputed)
  async function take() {
    const failed: Timecard[] = []
    for (const [at, card] of clear.entries()) {
      setDone(at)
      if (!(await resource.act(card.id, step)).ok) failed.push(card)
    }
    setDone(null)
    setAsking(false)
    if (failed.length) toast.error(`${weeks(failed.length)} could not be ${past}: ${namesOf(failed)}.`)
    else toast.success(`${weeks(clear.length)} ${past}.`)
  }
  const left = disputed.length ? ` Left out, because something is wrong: ${namesOf(disputed)}.` : ''
  return (
    <>
      <Button variant="outline" icon="check" onClick={() => setAsking(true)}>
        {verb} {weeks(clear.length)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`${verb} ${weeks(clear.length)}?`}
        message={`${message(namesOf(clear))}${left}`}
        confirm={verb}
        loading={done !== null}
        onCancel={() => setAsking(false)}
        onConfirm={() => void take()}
      />
    </>
  )
}
