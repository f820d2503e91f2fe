import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can, type Id } from '#core/access/access.ts'
import { guardOf, type ActionOf } from '#core/entity/entity.ts'
import { History } from '#blocks/history/history.tsx'
import type { Day } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Tag, type Tone } from '#ui/tag/tag.tsx'
import { users } from '../../users/entities.ts'
import { ReasonDialog } from '#blocks/workflow/reason-dialog.tsx'
import { SignDialog } from '../dialogs/sign-dialog.tsx'
import { timecards, type Timecard, type TimeEntry } from '../entities.ts'
import { isLocked, isSigned, stateOf, type WeekState } from '../guards.ts'
import { stateLabels } from './labels.ts'
import { WeekSignature } from './week-signature.tsx'

type Step = ActionOf<typeof timecards>
const tones: Record<WeekState, Tone> = {
  open: 'neutral',
  submitted: 'primary',
  rejected: 'attention',
  approved: 'done',
  exported: 'done',
}
/** A step as the description declares it. */
function declared(step: Step) {
  const found = timecards.workflow?.steps[step]
  if (!found) throw new Error(`Timecards have no step "${step}".`)
  return found
}
/** The dialog texts of steps that require a reason. */
const reasons: Partial<Record<Step, { title: string; label: string }>> = {
  dispute: { title: "Something's wrong", label: 'What is wrong?' },
  reject: { title: 'Send this week back', label: 'Reason' },
  reopen: { title: 'Reopen this week', label: 'Reason' },
}

/** The state of a week and the steps the user may take: submit, take back, approve, send back, reopen. */
export const WeekSteps = ({
  card,
  user_id,
  start,
  entries,
}: {
  card: Timecard | null
  user_id: Id
  start: Day
  entries: readonly TimeEntry[]
}) => {
  const { session, store } = useServices()
  const resource = useResource(timecards)
  const [sure, setSure] = useState(false)
  const [asking, setAsking] = useState<Step | null>(null)
  const [signing, setSigning] = useState(false)
  const [exception, setException] = useState<string | null>(null)
  const report = useOutcome()
  const [busy, setBusy] = useState(false)
  const user = session.user.value
  const own = user?.id === user_id
  const state = stateOf(card)
  const may = (step: Step) => guardOf(timecards, step)(user)
  const mine = own || can('create', 'timeEntries')(user)

  /** Resolves with whether the step was taken. */
  async function take(step: Step, reason?: string, as = 'reason'): Promise<boolean> {
    setBusy(true)
    // A week without entries has no record yet, so the first step creates it.
    const week = card ? { ok: true as const, data: card } : await resource.save({ user_id, week_start: start })
    const result = week.ok ? await resource.act(week.data.id, step, reason === undefined ? {} : { [as]: reason }) : week
    setBusy(false)
    const stopped = result.ok ? undefined : result.errors.exception?.[0]
    if (stopped) setException(stopped)
    else if (!result.ok) toastFailure(result)
    if (!result.ok) return false
    setAsking(null)
    setException(null)
    setSure(false)
    const { done } = declared(step)
    report(result, typeof done === 'function' ? done(result.data) : done)
    return true
  }
  const nameOf = (id: Id | null | undefined) => (id ? (store.of(users).get(id)?.name ?? 'someone') : '')

  return (
    <Card className={css({ display: 'grid', gap: '3.5' })}>
      <div className={css({ display: 'flex', alignItems: 'center', gap: '2.5' })}>
        <h2 className={css({ textStyle: 'section', flex: '1' })}>This week</h2>
        <Tag tone={tones[state]}>{stateLabels[state]}</Tag>
      </div>
      {(may('approve') || may('reject')) && (!own || state === 'submitted') && (
        <div className={review}>
          {may('reject') && (
            <Button
              variant="outline"
              size="lg"
              icon="corner-up-left"
              disabled={state !== 'submitted'}
              onClick={() => setAsking('reject')}
            >
              {declared('reject').label}
            </Button>
          )}
          {may('approve') && (
            <Button
              size="lg"
              icon="check"
              disabled={state !== 'submitted'}
              loading={busy}
              onClick={() => void take('approve')}
            >
              {isLocked(card) ? 'Approved' : declared('approve').label}
            </Button>
          )}
        </div>
      )}
      {card?.submitted_at && <p className={quiet}>Submitted by {nameOf(card.submitted_id)}</p>}
      <WeekSignature card={card} />
      {card?.approved_at && <p className={quiet}>Approved by {nameOf(card.approved_id)}</p>}
      {card && !own && mine && !isLocked(card) && !isSigned(card) && entries.length > 0 && (
        <Button variant="outline" icon="pencil" onClick={() => setSigning(true)}>
          Let {nameOf(user_id)} sign
        </Button>
      )}
      {(state === 'open' || state === 'rejected') && mine && (
        <>
          <Checkbox value={sure} onChange={setSure}>
            {own ? 'I confirm these hours are correct' : `Submit for ${nameOf(user_id)}`}
          </Checkbox>
          <Button size="lg" disabled={!sure || !entries.length} loading={busy} onClick={() => void take('submit')}>
            {declared('submit').label}
          </Button>
          {own && (
            <Button variant="outline" onClick={() => setAsking('dispute')}>
              Something's wrong
            </Button>
          )}
        </>
      )}
      {state === 'submitted' && mine && (own || card?.submitted_id === user?.id) && (
        <Button variant="ghost" icon="undo-2" loading={busy} onClick={() => void take('unsubmit')}>
          {declared('unsubmit').label}
        </Button>
      )}
      {state === 'approved' && may('reopen') && (
        <Button variant="outline" onClick={() => setAsking('reopen')}>
          {declared('reopen').label}
        </Button>
      )}
      {card && signing && <SignDialog card={card} entries={entries} onClose={() => setSigning(false)} />}
      {asking && reasons[asking] && (
        <ReasonDialog
          {...reasons[asking]}
          loading={busy}
          onClose={() => setAsking(null)}
          place={[timecards.name, user_id, start, asking]}
          onReason={(reason) => take(asking, reason)}
        />
      )}
      {exception && (
        <ReasonDialog
          title="Approve as an exception"
          label={exception}
          loading={busy}
          onClose={() => setException(null)}
          place={[timecards.name, user_id, start, 'exception']}
          onReason={(reason) => take('approve', reason, 'exception')}
        />
      )}
      {card && <History entity={timecards} record={card} />}
    </Card>
  )
}

/** At the same place on every week: beside it at a desk, above the bar on phones. */
const review = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  gap: '2.5',
  mdDown: {
    position: 'fixed',
    insetInline: '0',
    bottom: '4.625rem',
    zIndex: 'sticky',
    padding: '2.5',
    background: 'card',
    borderTop: '1px solid {colors.line}',
    _print: { display: 'none' },
  },
})
const quiet = css({ textStyle: 'small', color: 'muted' })
