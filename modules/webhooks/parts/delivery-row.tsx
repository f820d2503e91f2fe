import { useEffect, useId, useState } from 'react'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatRecent } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { webhookDeliveries, type WebhookDelivery } from '../entities.ts'
import { durationOf, hasFailed, resultOf } from './how-it-went.ts'

/** The most characters that are shown of what was sent. */
const MOST_SHOWN = 4000
const beginningOf = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text)

const linesOf = (headers: object) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** One delivery, which unfolds to what was sent and answered. */
export const DeliveryRow = ({ delivery, isOn }: { delivery: WebhookDelivery; isOn: boolean }) => {
  const [open, setOpen] = useState(false)
  const details = useId()
  const { event, about, status, ms, state, tries, tried_at, created_at } = delivery
  const failed = hasFailed(delivery)
  return (
    <li className={css({ borderTop: '1px solid {colors.line}' })}>
      <button
        type="button"
        className={line}
        aria-expanded={open}
        aria-controls={details}
        data-failed={failed || undefined}
        data-done={state === 'done' || undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={mark}>
          <Icon name={failed ? 'circle-alert' : state === 'done' ? 'circle-check' : 'clock'} />
          <span className={css({ srOnly: true })}>{resultOf(delivery)}</span>
        </span>
        <b className={css({ flex: '1 1 9rem', minWidth: '0', fontWeight: 'strong', overflowWrap: 'anywhere' })}>
          {event}
        </b>
        <span
          className={css({
            flex: { base: '1 1 6rem', sm: '2 1 10rem' },
            minWidth: '0',
            color: 'muted',
            overflowWrap: 'anywhere',
          })}
        >
          {[about, tries > 1 && `${tries} tries`].filter(Boolean).join(' · ')}
        </span>
        <span className={answer}>{status ?? (failed ? 'No answer' : '')}</span>
        <span className={fact}>{ms !== null && durationOf(ms)}</span>
        <span className={time}>{formatRecent(tried_at ?? created_at)}</span>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
      </button>
      <div id={details}>{open && <Details delivery={delivery} isOn={isOn} />}</div>
    </li>
  )
}

const Details = ({ delivery, isOn }: { delivery: WebhookDelivery; isOn: boolean }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [busy, during] = useBusy()
  const [told, setTold] = useState<WebhookDelivery | null>(null)
  const { id, updated_at, state, next_at, ms, status } = delivery
  useEffect(() => {
    let isCurrent = true
    // Only a record that is read alone has both texts.
    void api(webhookDeliveries)
      .fetch(id)
      .then((result) => isCurrent && result.ok && setTold(result.data))
    return () => {
      isCurrent = false
    }
  }, [api, id, updated_at])
  async function again() {
    report(await during(api(webhookDeliveries).act(id, 'send_again')), 'It is sent again.')
  }
  return (
    <div className={parts}>
      <section className={part}>
        <h3 className={css({ textStyle: 'label', color: 'muted' })}>Sent</h3>
        {told?.headers && <pre className={text}>{linesOf(told.headers)}</pre>}
        <pre className={text}>{told && beginningOf(told.sent ?? 'Nothing yet')}</pre>
      </section>
      <section className={part}>
        <h3 className={css({ textStyle: 'label', color: 'muted' })}>
          {ms === null ? 'Answered' : `Answered in ${durationOf(ms)}`}
        </h3>
        <pre className={text}>{[status !== null && `HTTP ${status}`, told?.answered].filter(Boolean).join('\n')}</pre>
        <div className={css({ wrap: '2.5' })}>
          <Button
            variant="outline"
            size="sm"
            icon="rotate-cw"
            loading={busy}
            disabled={!isOn}
            onClick={() => void again()}
          >
            Send again
          </Button>
          <span className={css({ textStyle: 'note' })}>
            {!isOn
              ? 'The webhook is switched off.'
              : state === 'waiting' && next_at && ms !== null && `By itself ${formatRecent(next_at)}`}
          </span>
        </div>
      </section>
    </div>
  )
}

const line = css({
  wrap: '3',
  rowGap: '0.5',
  width: 'full',
  minHeight: 'row',
  paddingInline: '4',
  paddingBlock: '2',
  textAlign: 'start',
  cursor: 'pointer',
  '&[aria-expanded=true]': { background: 'soft', boxShadow: 'inset 3px 0 {colors.primary}' },
})
const mark = css({
  flex: 'none',
  color: 'muted',
  '[data-failed] &': { color: 'attention' },
  '[data-done] &': { color: 'done' },
})
const fact = css({ flex: '0 0 auto', minWidth: '3.5rem', textAlign: 'end', color: 'muted' })
const answer = css({
  flex: '0 0 auto',
  minWidth: '2.5rem',
  textAlign: 'end',
  color: 'muted',
  '[data-failed] &': { color: 'attention', fontWeight: 'strong' },
})
const time = css({
  flex: '0 0 auto',
  minWidth: { base: '0', sm: '5.5rem' },
  textAlign: 'end',
  color: 'muted',
  marginInlineStart: 'auto',
})
const parts = css({
  stack: '3',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(18rem, 100%), 1fr))',
  padding: '3',
  paddingInline: '4',
  background: 'soft',
})
const part = css({
  stack: '2',
  alignContent: 'start',
  minWidth: '0',
  padding: '3',
  background: 'card',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
})
const text = css({
  fontSize: 'sm',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
