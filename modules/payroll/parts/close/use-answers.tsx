import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useResource } from '#blocks/services/services.tsx'
import { AskDialog } from '#blocks/workflow/lazy-ask-dialog.ts'
import { longText } from '#core/entity/fields.ts'
import { formatHours } from '#lib/numbers.ts'
import { toast } from '#ui/toast/toast.tsx'
import { EnterTimeDialog, useDisputeAnswers } from '../../../time/components.ts'
import { timecards, timeEntries } from '../../../time/entities.ts'
import { settledExceptions, type WeekException } from '../../entities.ts'
import { proposalsIn } from '../../closing.ts'
import type { Span } from '../span-place.ts'

/** A likely answer to an exception. */
export interface Answer {
  readonly label: string
  readonly take: () => unknown
}

/** The period that is closed. */
export interface Period {
  readonly span: Span
  /** Called after somebody was told, which is no change of a record here. */
  readonly onReminded: () => void
}

const reason = { reason: longText().label('What do you answer?') }

/** The likely answers to an exception, the likeliest first. Render `asked`. @useSignals */
export function useAnswers({ span, onReminded }: Period): {
  answersTo: (exception: WeekException) => readonly Answer[]
  asked: ReactNode
} {
  const [, navigate] = useLocation()
  const may = useMay()
  const report = useOutcome()
  const settled = useResource(settledExceptions)
  const entries = useResource(timeEntries)
  const weeks = useResource(timecards)
  const disputeAnswers = useDisputeAnswers()
  const [asking, setAsking] = useState<{ what: 'enter' | 'answer'; of: WeekException } | null>(null)
  const [sending, setSending] = useState(false)
  const settle = async ({ user_id, date, kind, hours }: WeekException) => {
    if (kind === 'missing' || kind === 'over_12' || kind === 'twice' || kind === 'held')
      report(await settled.save({ user_id, date, kind, hours }), 'Accepted as it is.')
  }
  async function remind({ kind, user_id, reminds }: WeekException) {
    const answer = await settled.actOnAll('remind', { user_id, kind, ...span })
    if (!answer.ok) return toastFailure(answer)
    // Nobody can be told that they were not reminded: there is no Undo.
    toast.success(`${reminds?.name} was reminded.`)
    onReminded()
  }
  const accept = (of: WeekException, label: string): Answer[] =>
    may(settledExceptions, 'create') ? [{ label, take: () => settle(of) }] : []
  async function answer(values: Record<string, unknown>, { timecard_id }: WeekException) {
    setSending(true)
    const isSent = report(await weeks.act(timecard_id ?? 0, 'answer_dispute', values), 'Answered.')
    setSending(false)
    if (isSent) setAsking(null)
    return isSent
  }
  function answersTo(of: WeekException): readonly Answer[] {
    const { kind, user_id, date, hours, entry_id: id, code } = of
    const open = { label: 'Open', take: () => navigate(`/timecard?week=${date}&user=${user_id}`) }
    if (kind === 'missing' || kind === 'held') {
      const enter = {
        label: kind === 'missing' && hours ? `Enter ${formatHours(hours)}` : 'Enter',
        take: () => setAsking({ what: 'enter', of }),
      }
      const told = of.reminds && !of.asked && may(settledExceptions, 'remind')
      const reminder = told ? [{ label: 'Remind', take: () => remind(of) }] : []
      if (kind === 'missing') return [...reminder, enter, ...accept(of, 'Not worked')]
      return [...reminder, enter, open, ...accept(of, 'Go on without')]
    }
    if (kind === 'disputed')
      return [
        ...disputeAnswers(of.timecard_id ?? 0, proposalsIn(of)),
        ...(may(timecards, 'answer_dispute')
          ? [{ label: 'Answer', take: () => setAsking({ what: 'answer', of }) }]
          : []),
        open,
      ]
    if (kind === 'no_code' && code && id !== null) {
      const use = async () => void report(await entries.save({ id, cost_code_id: code.id }), `On ${code.number} now.`)
      return [{ label: `Use ${code.number}`, take: use }, open]
    }
    return kind === 'over_12' || kind === 'twice' ? [open, ...accept(of, 'Accept')] : [open]
  }
  const asked =
    asking?.what === 'enter' ? (
      <EnterTimeDialog
        user_id={asking.of.user_id}
        date={asking.of.date}
        project_id={asking.of.project_id ?? null}
        hours={asking.of.held ? null : asking.of.hours || null}
        onClose={() => setAsking(null)}
      />
    ) : asking ? (
      <AskDialog
        place={[timecards.name, asking.of.timecard_id, 'answer_dispute']}
        title={`Answer ${asking.of.name}`}
        message={`“${asking.of.text}”`}
        confirm="Answer"
        fields={reason}
        loading={sending}
        onSend={(values) => answer(values, asking.of)}
        onClose={() => setAsking(null)}
      />
    ) : null
  return { answersTo, asked }
}
