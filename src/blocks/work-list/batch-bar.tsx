import { useState, type ReactNode } from 'react'
import type { Id } from '#core/access/access.ts'
import { countOf, wordsOf } from '#core/entity/wording.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Fields } from '#core/entity/field.ts'
import { SelectionBar, SelectionButton } from '../batch/selection-bar.tsx'
import { useEach } from '../batch/use-each.ts'
import { useUnder } from '../batch/use-under.ts'
import { useServices } from '../services/services.tsx'
import { useResourceOf } from '../services/use-resource-of.ts'
import { AskDialog } from '../workflow/lazy-ask-dialog.ts'
import { BatchSteps } from '../workflow/batch-steps.tsx'
import type { ListSpec } from './spec.ts'
import type { Selection } from './use-selection.ts'

const icons: Readonly<Record<string, string>> = { ref: 'user-plus', date: 'calendar-days', choice: 'flag' }

/** What can be done with the ticked records at once: set a field, take a step, and what the module offers. @useSignals */
export const BatchBar = <E extends Entity>({
  spec: { entity, batch = [] },
  selection,
  all,
  steps = true,
  children,
}: {
  spec: ListSpec<E>
  selection: Selection
  /** Ticks all that match, loaded or not. */
  all?: { readonly total: number; readonly loading: boolean; readonly tick: () => void } | undefined
  /** Whether the steps of their workflow can be taken, where that depends on more than the person. */
  steps?: boolean
  /** What else can be done with them; it gets what was not done with, to stay ticked. */
  children?: (records: () => readonly RecordOf<E>[], onLeft: (left: readonly RecordOf<E>[]) => void) => ReactNode
}) => {
  const { store } = useServices()
  const [field, setField] = useState<string | null>(null)
  const { ids } = selection
  const records = () => [...ids].flatMap((id) => store.of(entity).peek(id) ?? [])
  const keep = (left: readonly { id: Id }[]) => selection.put(left.map(({ id }) => id))
  return (
    <SelectionBar count={ids.size} label={wordsOf(entity).selected} onClear={() => selection.put([])}>
      {all && (
        <SelectionButton icon="list-checks" loading={all.loading} onClick={all.tick}>
          {`Select all ${all.total}`}
        </SelectionButton>
      )}
      {batch.map((name) => {
        const own = (entity.fields as Fields)[name]
        return (
          own && (
            <SelectionButton key={name} icon={icons[own.kind] ?? 'pencil'} onClick={() => setField(name)}>
              {labelOf(name, own)}
            </SelectionButton>
          )
        )
      })}
      {steps && <BatchSteps entity={entity} records={records()} onTaken={keep} />}
      {children?.(records, keep)}
      {field !== null && (
        <SetField entity={entity} name={field} records={records} onSaved={keep} onClose={() => setField(null)} />
      )}
    </SelectionBar>
  )
}

/** Asks for a field's value and saves it in all of them. @useSignals */
const SetField = <E extends Entity>({
  entity,
  name,
  records,
  onSaved,
  onClose,
}: {
  entity: E
  name: string
  records: () => readonly RecordOf<E>[]
  onSaved: (left: readonly RecordOf<E>[]) => void
  onClose: () => void
}) => {
  const resourceOf = useResourceOf(entity)
  const under = useUnder(entity)
  const { noun, plural, title } = entity.display
  const { busy, each } = useEach<RecordOf<E>>({ noun: [noun, plural], nameOf: title })
  const field = (entity.fields as Fields)[name]
  if (!field) return null
  const label = labelOf(name, field)
  return (
    <AskDialog
      place={['batch', entity.name, name]}
      title={`${label}: ${countOf(records().length, entity)}`}
      confirm="Save"
      fields={{ [name]: field }}
      loading={busy}
      onClose={onClose}
      onSend={async (values) => {
        const chosen = records()
        // Safe because it is a field of the entity, with a value that its own input gave.
        const draftOf = ({ id }: RecordOf<E>) => ({ [name]: values[name] ?? null, id }) as never
        const left = await each(chosen, 'changed', (record) => resourceOf(record).save(draftOf(record)), {
          under,
          change: (some) => resourceOf(some[0]).saveMany(some.map(draftOf), { online: true }),
        })
        onSaved(left)
        if (left.length < chosen.length) onClose()
        return left.length < chosen.length
      }}
    />
  )
}
