import { useBusy } from '#blocks/failure/use-busy.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { webhookDeliveries, webhooks, type Webhook } from '../entities.ts'
import { SHOWN } from './delivery-bars.tsx'
import { DeliveryRow } from './delivery-row.tsx'

/** The last deliveries of a webhook, the newest first. @useSignals */
export const DeliveryList = ({ webhook }: { webhook: Webhook }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [busy, during] = useBusy()
  const filters = { webhook_id: webhook.id }
  const { items, state, failure, ask } = useQuery(webhookDeliveries, { filters, limit: SHOWN })
  const all = useRecords(items)
  async function test() {
    report(await during(api(webhooks).act(webhook.id, 'send_test')), 'A test is on its way.')
  }
  return (
    <Card flush role="region" aria-label="Last deliveries">
      <div className={head}>
        <h2 className={css({ textStyle: 'section' })}>Last deliveries</h2>
        <span className={css({ flex: '1 1 8rem', textStyle: 'note', overflowWrap: 'anywhere' })}>{webhook.name}</span>
        <Button
          variant="outline"
          icon="send"
          loading={busy}
          disabled={!webhook.enabled}
          {...(!webhook.enabled && { title: 'Switch it on first.' })}
          onClick={() => void test()}
        >
          Send a test
        </Button>
      </div>
      {state.value === 'never' ? (
        <NotLoaded failure={failure.value} retry={ask} />
      ) : all.length > 0 ? (
        <ul>
          {all.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} isOn={webhook.enabled} />
          ))}
        </ul>
      ) : (
        <p className={css({ paddingInline: '4', paddingBottom: '4', color: 'muted' })}>Nothing has been sent yet.</p>
      )}
    </Card>
  )
}

const head = css({ wrap: '2', padding: '4', paddingBlock: '3' })
