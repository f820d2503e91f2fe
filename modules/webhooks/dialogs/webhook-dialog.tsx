import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { webhooks, type Webhook } from '../entities.ts'
import { EventsInput } from '../parts/events-input.tsx'

/** Adds a webhook, or changes where it leads and what it is told. */
export const WebhookDialog = ({
  webhook,
  onSaved,
  onClose,
}: {
  webhook?: Webhook
  onSaved?: (webhook: Webhook) => void
  onClose: () => void
}) => (
  <EntityDialog
    entity={webhooks}
    record={webhook}
    title={webhook ? 'Edit webhook' : 'Add webhook'}
    fields={['name', 'url', 'events', 'role']}
    inputs={{
      url: ({ value, onChange, ...props }) => (
        <TextInput {...props} type="url" value={String(value ?? '')} onChange={onChange} placeholder="https://" />
      ),
    }}
    groups={{ events: (props) => <EventsInput {...props} /> }}
    help={{
      name: 'The program that is told.',
      role: 'It is told what a person with this role sees.',
    }}
    {...(!webhook && { saves: 'Add webhook', said: () => 'The webhook is added. Copy its secret now.' })}
    {...(onSaved && { onSaved })}
    onClose={onClose}
  />
)
