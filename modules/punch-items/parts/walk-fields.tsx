import { useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useSummary } from '#blocks/query/use-summary.ts'
import type { Items } from '#core/store/records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Field } from '#ui/field/field.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { SelectDialog } from '#ui/select-dialog/select-dialog.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { users } from '../../users/entities.ts'
import { useKnown } from '#blocks/record-picker/known-records.tsx'
import { choiceOptions } from '#lib/choice-label.ts'
import { priorities, type PunchItem } from '../entities.ts'
import { mayAssign } from '../guards.ts'
import { Chips, type Chip } from './chips.tsx'
import { frequent } from './suggestions.ts'
import type { Sticky } from './use-walk.ts'

/** How many people, locations and trades of the project are offered. */
const FEW = 4
const firstName = (name: string) => name.split(' ')[0] ?? name

/** Who fixes it, where, and by when: as on the item before, and one tap to change. @useSignals */
export const WalkFields = ({
  known,
  sticky,
  onChange,
}: {
  /** The project's items, whose values are offered. */
  known: ReadonlySignal<Items<PunchItem>>
  sticky: Sticky
  onChange: (part: Partial<Sticky>) => void
}) => {
  const { session, store } = useServices()
  const [isChoosing, setChoosing] = useState(false)
  const people = useKnown(users).value
  const user = session.user.value
  const me = user?.id ?? 0
  const { assigned_id, location, trade, due_date, priority } = sticky
  const often = useSummary(
    known,
    (all) => ({
      people: frequent(
        all.map((item) => item.assigned_id),
        FEW,
      ),
      location: frequent(
        all.map((item) => item.location),
        FEW,
      ),
      trade: frequent(
        all.map((item) => item.trade),
        FEW,
      ),
    }),
    [],
  )
  const offered = new Set([...(assigned_id === null ? [] : [assigned_id]), ...often.people, me])
  const chipFor = (id: number): Chip => ({
    key: String(id),
    label: id === me ? 'Me' : firstName(store.of(users).get(id)?.name ?? '…'),
    chosen: assigned_id === id,
    onChoose: () => onChange({ assigned_id: id }),
  })
  const textChips = (name: 'location' | 'trade'): Chip[] =>
    often[name].map((text) => ({
      key: text,
      label: text,
      chosen: sticky[name] === text,
      onChoose: () => onChange({ [name]: text }),
    }))
  return (
    <>
      {mayAssign(user) && (
        <div className={css({ column: '1.5' })}>
          <span className={css({ textStyle: 'label' })}>Who fixes it</span>
          <Chips
            aria-label="Who fixes it"
            chips={[
              ...[...offered].map(chipFor),
              {
                key: 'later',
                label: 'Later',
                chosen: assigned_id === null,
                onChoose: () => onChange({ assigned_id: null }),
              },
              { key: 'other', label: 'Someone else…', onChoose: () => setChoosing(true) },
            ]}
          />
        </div>
      )}
      <div className={css({ column: '1.5' })}>
        <Field label="Location">
          <TextInput value={location ?? ''} onChange={(text) => onChange({ location: text || null })} />
        </Field>
        <Chips aria-label="Locations" chips={textChips('location')} />
      </div>
      <div className={pair}>
        <Field label="Due date">
          <DatePicker value={due_date} onChange={(day) => onChange({ due_date: day })} />
        </Field>
        <Field label="Trade">
          <TextInput value={trade ?? ''} onChange={(text) => onChange({ trade: text || null })} />
        </Field>
      </div>
      <Segmented
        aria-label="Priority"
        full
        value={priority}
        onChange={(next) => onChange({ priority: next })}
        options={choiceOptions(priorities)}
      />
      <SelectDialog
        open={isChoosing}
        title="Who fixes it"
        options={people}
        value={assigned_id}
        onSelect={(id) => {
          onChange({ assigned_id: id })
          setChoosing(false)
        }}
        onClose={() => setChoosing(false)}
      />
    </>
  )
}

const pair = css({ stack: '2.5', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' })
