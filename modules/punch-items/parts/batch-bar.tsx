import { useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { SelectionBar, SelectionButton } from '#blocks/batch/selection-bar.tsx'
import { MOST_AT_ONCE, useEach } from '#blocks/batch/use-each.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useBatchSteps } from '#blocks/workflow/use-batch-steps.tsx'
import type { Id } from '#core/access/access.ts'
import type { Items } from '#core/store/records.ts'
import { Button } from '#ui/button/button.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { PersonPicker } from '../../users/index.ts'
import type { Project } from '../../projects/entities.ts'
import { numberOf, punchItems, type PunchItem } from '../entities.ts'
import { usePdf } from './use-pdf.ts'

type Kind = 'assign' | 'due'

/** What can be done with the selected items at once. @useSignals */
export const BatchBar = ({
  project,
  items: all,
  ids,
  onSelect,
}: {
  project: Project
  items: ReadonlySignal<Items<PunchItem>>
  /** Those that are selected, as far as they are still there. */
  ids: ReadonlySet<Id>
  /** Selects other items, or none. */
  onSelect: (items: readonly PunchItem[]) => void
}) => {
  const { api } = useServices()
  const { busy, each } = useEach<PunchItem>({ noun: ['punch item', 'punch items'], nameOf: numberOf })
  const steps = useBatchSteps(punchItems, onSelect)
  const resource = api(punchItems, { project_id: project.id })
  const pdf = usePdf(project)
  const [open, setOpen] = useState<Kind | null>(null)
  const [person, setPerson] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const count = useSummary(all, (records) => records.filter(({ id }) => ids.has(id)).length, [ids])
  const selected = () => all.peek().flatMap((item) => (ids.has(item.peek().id) ? [item.peek()] : []))
  const tooMany = count > MOST_AT_ONCE
  const end = () => setOpen(null)
  /** What could not be changed stays selected, and where that is everything, what was chosen for it stays as well. */
  async function after(changing: Promise<readonly PunchItem[]>) {
    const left = await changing
    if (left.length < count) end()
    onSelect(left)
  }
  return (
    <SelectionBar count={count} label="Selected items" onClear={() => onSelect([])}>
      {tooMany ? (
        <span>At most {MOST_AT_ONCE} at once.</span>
      ) : (
        <>
          <SelectionButton icon="user-plus" onClick={() => setOpen('assign')}>
            Assign
          </SelectionButton>
          <SelectionButton icon="calendar-days" onClick={() => setOpen('due')}>
            Due date
          </SelectionButton>
          <SelectionButton icon="check" loading={steps.busy} onClick={() => steps.begin('close', selected())}>
            Close
          </SelectionButton>
          <SelectionButton
            icon="printer"
            loading={pdf.busy !== null}
            onClick={() => void pdf.save('selected', selected(), 'selected')}
          >
            PDF
          </SelectionButton>
        </>
      )}
      {(open === 'assign' || open === 'due') && (
        <Dialog
          open
          size="sm"
          onClose={end}
          title={open === 'assign' ? 'Assign' : 'Due date'}
          footer={
            <>
              <Button variant="outline" onClick={end}>
                Cancel
              </Button>
              <Button
                loading={busy}
                onClick={() => {
                  const [draft, past] =
                    open === 'assign' ? [{ assigned_id: person }, 'assigned'] : [{ due_date: day }, 'changed']
                  const save = ({ id }: PunchItem) => resource.saveMany([{ ...draft, id }], { online: true })
                  void after(each(selected(), past, save))
                }}
              >
                Save
              </Button>
            </>
          }
        >
          {open === 'assign' ? (
            <Field label="Assigned to">
              <PersonPicker value={person} onChange={setPerson} placeholder="Nobody" />
            </Field>
          ) : (
            <Field label="Due date">
              <DatePicker value={day} onChange={setDay} />
            </Field>
          )}
        </Dialog>
      )}
      {steps.asked}
    </SelectionBar>
  )
}
