import { Suspense, useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import { css } from '#css/css'
import { wordsOf } from '#core/entity/wording.ts'
import { guardOf, type Entity } from '#core/entity/entity.ts'
import type { Resource } from '#core/resource/resource.ts'
import { textKey } from '#lib/text-key.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { DrawingSheet } from '../entities.ts'
import { workKinds, type Pinned, type PinPlace, type WorkKind } from '../../work-items/index.ts'

const MOST_LISTED = 40

/** What a new pin is for: a record that is made right there, or one that exists. @useSignals */
export const PinDialog = ({ sheet, place, onClose }: { sheet: DrawingSheet; place: PinPlace; onClose: () => void }) => {
  const { registry, session } = useServices()
  const kinds = registry.filled(workKinds, session.user.value)
  const [name, setName] = useState(kinds[0]?.entity.name ?? '')
  const [making, setMaking] = useState(false)
  const kind = kinds.find(({ entity }) => entity.name === name)
  const Make = kind?.make && lazyComponent(kind.make)
  const initial = { drawing_sheet_id: sheet.id, pin: place }
  if (making && Make)
    return (
      <ParentScope project_id={sheet.project_id}>
        <Suspense fallback={null}>
          <Make project_id={sheet.project_id} initial={initial} onClose={onClose} />
        </Suspense>
      </ParentScope>
    )
  return (
    <Dialog open onClose={onClose} size="sm" title="Pin for">
      <div className={css({ stack: '3' })}>
        <Segmented
          full
          aria-label="Kind of pin"
          value={name}
          onChange={setName}
          options={kinds.map(({ entity, label }) => ({ value: entity.name, label }))}
        />
        {kind && Make && (kind.mayMake ?? guardOf(kind.entity, 'create'))(session.user.value) && (
          <Button variant="solid" icon="plus" onClick={() => setMaking(true)}>
            New {kind.label}
          </Button>
        )}
        {kind && <Existing key={name} kind={kind} sheet={sheet} place={place} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

/** The records of a kind without a place, to give one of them this one. @useSignals */
const Existing = ({
  kind: { entity, label },
  sheet: { id, project_id },
  place,
  onClose,
}: {
  kind: WorkKind
  sheet: DrawingSheet
  place: PinPlace
  onClose: () => void
}) => {
  const { api } = useServices()
  const report = useOutcome()
  const [words, setWords] = useState('')
  const query = useQuery(entity, { params: { project_id } })
  const titled = useRecords(query.items).map((one) => ({ record: one as Pinned, title: entity.display.title(one) }))
  const found = titled.filter(({ record, title }) => !record.pin && textKey(title).includes(textKey(words)))
  async function pin(record: Pinned) {
    // The entity's type is erased, as the kinds of all modules are kept in one list.
    const resource = (api as (entity: Entity, parents: object) => Resource<Entity>)(entity, { project_id })
    const result = await resource.save({ id: record.id, drawing_sheet_id: id, pin: place })
    if (report(result, `${label} pinned.`)) onClose()
  }
  if (!titled.length) return null
  return (
    <div className={css({ stack: '2' })}>
      <TextInput
        value={words}
        onChange={setWords}
        placeholder={wordsOf(entity).find}
        aria-label={wordsOf(entity).find}
      />
      <ul className={css({ maxHeight: '15rem', overflow: 'auto' })}>
        {found.slice(0, MOST_LISTED).map(({ record, title }) => (
          <li key={record.id}>
            <button type="button" className={row} onClick={() => void pin(record)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const row = css({
  width: 'full',
  textAlign: 'start',
  paddingInline: '2',
  paddingBlock: '2.5',
  borderRadius: 'md',
  truncate: true,
  _hover: { background: 'soft' },
})
