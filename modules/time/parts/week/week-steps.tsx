import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { Offered, useMay } from '#blocks/offered/offered.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { useSteps, type Step } from '#blocks/workflow/use-steps.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { WorkflowState } from '#core/entity/workflow.ts'
import { History } from '#blocks/history/history.tsx'
import { formatMonthDay, formatWeekday, type Day } from '#lib/days.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { users } from '../../../users/entities.ts'
import { placeOf, SignDialog } from '../../dialogs/sign-dialog.tsx'
import { daySignatures, timecards, type Timecard, type TimeEntry } from '../../entities.ts'
import { isLocked, isSigned, linesToSign, mayStep, stateOf, weekStates } from '../../guards.ts'
import { DisputedEntry, WeekEntries } from './disputed-entry.tsx'
import { WeekSignature } from './week-signature.tsx'

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
  // A week without entries has no record yet, so the first step creates it.
  const { steps, busy, asked } = useSteps(timecards, card, { draft: { user_id, week_start: start }, asks })
  const [sure, setSure] = useState(false)
  const [signing, setSigning] = useState(false)
  const resource = useResource(timecards)
  const report = useOutcome()
  const user = session.user.value
  const own = user?.id === user_id
  const state = stateOf(card)
  const submit = steps.find(({ action }) => action === 'submit')
  const { label, tone = 'neutral' }: WorkflowState = weekStates[state]
  const nameOf = (id: Id | null | undefined) => (id ? (store.of(users).get(id)?.name ?? 'someone') : '')
  const mayLetSign = user !== null && !own && mayStep({ user_id }, user) && !isLocked(card) && !isSigned(card)

  return (
    <Card className={css({ column: '3.5' })}>
      <div className={css({ row: '2.5' })}>
        <h2 className={css({ textStyle: 'section', flex: '1' })}>This week</h2>
        <Tag tone={tone}>{label}</Tag>
      </div>
      {(!own || state === 'submitted') && <Review steps={steps} busy={busy} isApproved={isLocked(card)} />}
      {card?.submitted_at && <p className={quiet}>Submitted by {nameOf(card.submitted_id)}</p>}
      <WeekSignature card={card} />
      {card?.approved_at && <p className={quiet}>Approved by {nameOf(card.approved_id)}</p>}
      {card && mayLetSign && entries.length > 0 && (
        <Button variant="outline" icon="pencil" onClick={() => setSigning(true)}>
          Let {nameOf(user_id)} sign
        </Button>
      )}
      {user && mayStep({ user_id }, user) && entries.length > 0 && (
        <Offered entity={daySignatures}>
          <LinkButton variant="outline" icon="pencil" href={`/time/sign?day=${entries.at(-1)?.date}&user=${user_id}`}>
            Sign by day
          </LinkButton>
        </Offered>
      )}
      {submit && (
        <>
          <Checkbox value={sure} onChange={setSure}>
            {own ? 'I confirm these hours are correct' : `Submit for ${nameOf(user_id)}`}
          </Checkbox>
          <Button
            size="lg"
            disabled={!sure || !entries.length}
            loading={busy}
            onClick={() => {
              setSure(false)
              submit.take()
            }}
          >
            {submit.label}
          </Button>
        </>
      )}
      {steps
        .filter(({ action }) => !placed.includes(action))
        .map(({ action, label, icon, take }) => (
          <Button key={action} variant="outline" icon={icon ?? 'circle'} loading={busy} onClick={take}>
            {label}
          </Button>
        ))}
      {card && signing && (
        <SignDialog
          title={`${card.user_name}, week of ${formatMonthDay(start)}`}
          lines={entries.map((one) => ({ ...one, day: formatWeekday(one.date), where: placeOf(one) }))}
          sign={async (signature_path) => {
            // The hours as they are shown: the server refuses the signature if they are others by now.
            const answer = await resource.act(card.id, 'sign', { signature_path, lines: linesToSign(entries) })
            if (report(answer, 'Signed.')) setSigning(false)
            return answer.ok
          }}
          onClose={() => setSigning(false)}
        />
      )}
      <WeekEntries value={entries}>{asked}</WeekEntries>
      {card && <History entity={timecards} record={card} />}
    </Card>
  )
}

const asks = { dispute: { inputs: { disputed_entry_id: DisputedEntry } } }
/** The steps that have a place of their own. */
const placed: readonly string[] = ['submit', 'reject', 'approve', 'answer_dispute']

/**
 * Send back and Approve, at the same place on every week: beside it at a desk, above the bar on phones. Where one is not
 * possible it stays, disabled. @useSignals
 */
const Review = ({
  steps,
  busy,
  isApproved,
}: {
  steps: readonly Step<typeof timecards>[]
  busy: boolean
  isApproved: boolean
}) => {
  const may = useMay()
  const shown = (['reject', 'approve'] as const).filter((action) => may(timecards, action))
  if (!shown.length) return null
  return (
    <div className={review}>
      {shown.map((action) => {
        const step = steps.find((one) => one.action === action)
        const { label, icon = 'circle' } = timecards.workflow.steps[action] ?? { label: action }
        return (
          <Button
            key={action}
            size="lg"
            icon={icon}
            {...(action === 'reject' && { variant: 'outline' })}
            disabled={!step}
            loading={busy && action === 'approve'}
            onClick={step?.take}
          >
            {action === 'approve' && isApproved ? 'Approved' : label}
          </Button>
        )
      })}
    </div>
  )
}

const review = css({
  stack: '2.5',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  mdDown: {
    position: 'fixed',
    insetInline: '0',
    bottom: '{sizes.bar.tabs}',
    zIndex: 'sticky',
    padding: '2.5',
    background: 'card',
    borderTop: '1px solid {colors.line}',
    _print: { display: 'none' },
  },
})
const quiet = css({ textStyle: 'note' })
