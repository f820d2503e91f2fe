import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { css } from '#css/css'
import { webhookDeliveries, type Webhook } from '../entities.ts'
import { hasFailed } from './how-it-went.ts'

/** As many of the last deliveries are shown. */
export const SHOWN = 30
/** The least of a bar's height, so that a quick answer is seen. */
const LEAST = 0.25

/** The last deliveries of a webhook as bars, the newest at the end: how long each took, and which failed. @useSignals */
export const DeliveryBars = ({ webhook }: { webhook: Webhook }) => {
  const { items } = useQuery(webhookDeliveries, { filters: { webhook_id: webhook.id }, limit: SHOWN })
  const all = useRecords(items)
  if (!all.length)
    return <span className={css({ textStyle: 'note', flex: '0 0 11.25rem', textAlign: 'end' })}>Nothing sent yet</span>
  const longest = Math.max(1, ...all.map(({ ms }) => ms ?? 0))
  const failed = all.filter(hasFailed).length
  return (
    <span
      role="img"
      aria-label={`${all.length} last deliveries, ${failed ? `${failed} failed` : 'none failed'}`}
      className={bars}
    >
      {all.toReversed().map((one) => (
        <span
          key={one.id}
          className={bar}
          data-state={hasFailed(one) ? 'failed' : one.state}
          style={{ height: `${100 * Math.max(LEAST, (one.ms ?? 0) / longest)}%` }}
        />
      ))}
    </span>
  )
}

const bars = css({
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'flex-end',
  gap: '2px',
  flex: '0 0 11.25rem',
  height: '5',
})
const bar = css({
  flex: '0 1 4px',
  borderRadius: '1px',
  background: 'faint',
  '&[data-state=done]': { background: 'done' },
  '&[data-state=failed]': { background: 'attention' },
})
