import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { webhookDeliveries, webhooks, type Fared, type Webhook } from '../entities.ts'
import { DeliveryList } from './delivery-list.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { WebhookRow } from './webhook-row.tsx'

const WebhookDialog = lazyDialog(async () => (await import('../dialogs/webhook-dialog.tsx')).WebhookDialog)

const dependsOn = [webhookDeliveries]

/** The company's webhooks, and the last deliveries of the chosen one (rule webhook). @useSignals */
export default function WebhookCards() {
  const { items, state, failure, ask } = useQuery(webhooks)
  const all = useRecords(items)
  const resource = useResource(webhookDeliveries)
  const { data: fared } = useAsked(() => resource.ask<Fared[]>('in_week'), 'how webhooks fared', dependsOn)
  const [chosen, setChosen] = useState<Id | null>(null)
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<Webhook | null>(null)
  const shown = all.find(({ id }) => id === chosen) ?? all[0]
  const show = (webhook: Webhook) => {
    setMade(webhook)
    setChosen(webhook.id)
  }
  if (state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  return (
    <>
      {made && <WebhookSecret webhook={made} onClose={() => setMade(null)} />}
      <Card flush role="region" aria-label="Webhooks">
        <div className={head}>
          <h2 className={css({ textStyle: 'section', flex: '1 1 10rem' })}>
            Webhooks <span className={css({ textStyle: 'note' })}>{all.length || ''}</span>
          </h2>
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add webhook
          </Button>
        </div>
        {all.length > 0 ? (
          <ul>
            {all.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                fared={fared?.find(({ webhook_id }) => webhook_id === webhook.id)}
                isChosen={webhook === shown}
                onChoose={() => setChosen(webhook.id)}
                onSecret={setMade}
              />
            ))}
          </ul>
        ) : (
          <p className={none}>No program is told what happens here yet.</p>
        )}
      </Card>
      {shown && <DeliveryList key={shown.id} webhook={shown} />}
      {adding && <WebhookDialog onSaved={show} onClose={() => setAdding(false)} />}
    </>
  )
}

const head = css({ wrap: '2', padding: '4', paddingBlock: '3' })
const none = css({ paddingInline: '4', paddingBottom: '4', color: 'muted' })
