import { useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatRecent } from '#lib/moments.ts'
import { IconButton } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { webhooks, type Fared, type Webhook } from '../entities.ts'
import { DeliveryBars } from './delivery-bars.tsx'
import { faredText } from './how-it-went.ts'

const WebhookDialog = lazyDialog(async () => (await import('../dialogs/webhook-dialog.tsx')).WebhookDialog)

interface RowProps {
  webhook: Webhook
  /** Undefined where nothing was sent lately. */
  fared: Fared | undefined
  /** Whether its deliveries are shown. */
  isChosen: boolean
  onChoose: () => void
  /** Called with a secret that was just made. */
  onSecret: (webhook: Webhook) => void
}

/** A webhook: where it leads, what it is told, how that went; it is switched on and off here. */
export const WebhookRow = ({ webhook, fared, isChosen, onChoose, onSecret }: RowProps) => {
  const { api } = useServices()
  const report = useOutcome()
  const [open, setOpen] = useState<'edit' | 'secret' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const { id, name, url, events, enabled, off_why, failing_since } = webhook
  const wrong = off_why ? `Off: ${off_why}` : failing_since && `Nothing taken since ${formatRecent(failing_since)}`
  async function turn(on: boolean) {
    report(await api(webhooks).save({ id, enabled: on }), on ? 'The webhook is on.' : 'The webhook is off.')
  }
  async function renew() {
    close()
    const result = await api(webhooks).act(id, 'new_secret')
    if (report(result, 'The secret is new. Copy it now.')) onSecret(result.data)
  }
  return (
    <li className={row} data-chosen={isChosen || undefined}>
      <button type="button" className={choose} aria-pressed={isChosen} onClick={onChoose}>
        <b className={css({ display: 'block', fontWeight: 'strong' })}>{name}</b>
        <span className={css({ textStyle: 'note' })}>{url}</span>
      </button>
      <span className={css({ flex: '1 1 9rem', minWidth: '0', textStyle: 'note', overflowWrap: 'anywhere' })}>
        {events.includes('*') ? 'Everything' : events.join(', ')}
        {fared && <span className={css({ display: 'block' })}>{faredText(fared)}</span>}
        {wrong && <span className={css({ display: 'block', color: 'attention' })}>{wrong}</span>}
      </span>
      <DeliveryBars webhook={webhook} />
      <span className={css({ flow: '1.5', marginInlineStart: 'auto' })}>
        <Switch value={enabled} onChange={(on) => void turn(on)} aria-label={`Send to ${name}`} />
        <Menu
          label={name}
          trigger={<IconButton icon="ellipsis" aria-label={`More about ${name}`} />}
          items={[
            { label: 'Edit', icon: 'pencil', onSelect: () => setOpen('edit') },
            { label: 'New secret', icon: 'key-round', onSelect: () => setOpen('secret') },
            { label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: () => setOpen('delete') },
          ]}
        />
      </span>
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && (
        <DeleteRecord
          entity={webhooks}
          record={webhook}
          message={`“${name}” is told nothing more, and its deliveries are gone.`}
          onClose={close}
        />
      )}
      {open === 'secret' && (
        <ConfirmDialog
          open
          title="Make a new secret?"
          message={`What “${name}” checks signatures with is void at once.`}
          confirm="Make secret"
          onConfirm={() => void renew()}
          onCancel={close}
        />
      )}
    </li>
  )
}

const row = css({
  wrap: '3',
  padding: '3',
  paddingInline: '4',
  borderTop: '1px solid {colors.line}',
  boxShadow: 'inset 3px 0 transparent',
  '&[data-chosen]': { background: 'soft', boxShadow: 'inset 3px 0 {colors.primary}' },
})
const choose = css({
  flex: '1 1 14rem',
  minWidth: '0',
  textAlign: 'start',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
})
