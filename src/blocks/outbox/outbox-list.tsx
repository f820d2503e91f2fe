import { Suspense, useEffect, useMemo, useState } from 'react'
import { css } from '#css/css'
import type { Waiting } from '#core/writes/mutation.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { lazyComponent, prefetch } from '../slot-outlet/lazy-component.ts'
import { useServices } from '../services/services.tsx'
import { batchForms } from '../slots.ts'
import { canChange, ChangeDialog } from './change-dialog.tsx'
import { kindsOf } from './describe.ts'
import { entries } from './labels.ts'
import { OutboxItem } from './outbox-item.tsx'

/** The unsent changes on this device, refused ones first, with actions to mend, retry or discard them. @useSignals */
export const OutboxList = () => {
  const { registry, session, writes } = useServices()
  const [changing, setChanging] = useState<Waiting | null>(null)
  const [discarding, setDiscarding] = useState<Waiting | null>(null)
  const items = writes.items.value
  const sorted = [...items.filter(({ refused }) => refused), ...items.filter(({ refused }) => !refused)]
  const along = discarding ? kindsOf(writes.dependentsOf(discarding.at), registry) : ''
  const user = session.user.value
  const forms = useMemo(() => registry.filled(batchForms, user), [registry, user])
  const formOf = ({ entity, verb, drafts }: Waiting) =>
    verb === 'save' && drafts.every(({ id }) => id === undefined)
      ? forms.find((one) => one.entity === entity)?.form
      : undefined
  useEffect(() => {
    // Loaded before it is opened: there may be no connection by then.
    for (const { form } of forms) prefetch(form).catch(() => {})
  }, [forms])
  // A module's own form for several new records, else the one that follows from the entity.
  const load = changing && formOf(changing)
  const Own = load && lazyComponent(load)
  const entity = changing && registry.entity(changing.entity)
  const close = () => setChanging(null)
  return (
    <>
      {items.length === 0 && <EmptyState icon="circle-check" title="Nothing is waiting to be sent." />}
      <ul className={list} aria-label="Not sent yet">
        {sorted.map((item) => (
          <li key={item.at}>
            <OutboxItem item={item} onDiscard={() => setDiscarding(item)}>
              {(formOf(item) ?? canChange(item)) && (
                <Button size="sm" onClick={() => setChanging(item)}>
                  Change
                </Button>
              )}
            </OutboxItem>
          </li>
        ))}
      </ul>
      {changing && !Own && entity && <ChangeDialog entity={entity} waiting={changing} onClose={close} />}
      <Suspense>{changing && Own && <Own waiting={changing} onClose={close} />}</Suspense>
      <ConfirmDialog
        open={discarding !== null}
        title={`Discard ${entries(discarding?.drafts.length ?? 0)}?`}
        message={`What was entered will be deleted and not sent${along && `, and with it ${along}`}.`}
        confirm="Discard"
        danger
        onConfirm={() => {
          if (discarding) void writes.discard(discarding.at)
          setDiscarding(null)
        }}
        onCancel={() => setDiscarding(null)}
      />
    </>
  )
}

const list = css({ stack: '2.5', _empty: { display: 'none' } })
