import { useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { SelectionBar, SelectionButton } from '#blocks/batch/selection-bar.tsx'
import { useSummary } from '#blocks/query/use-summary.ts'
import type { Id } from '#core/access/access.ts'
import type { Items } from '#core/store/records.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { PersonPicker } from '../../users/index.ts'
import type { Project } from '../../projects/entities.ts'
import type { PunchItem } from '../entities.ts'
import { workOf } from './labels.ts'
import { MOST, useBatch } from './use-batch.ts'
import { usePdf } from './use-pdf.ts'

type Kind = 'assign' | 'due' | 'close'

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
  const { busy, save, close } = useBatch(project.id)
  const pdf = usePdf(project)
  const [open, setOpen] = useState<Kind | null>(null)
  const [person, setPerson] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const { count, undone } = useSummary(
    all,
    (records) => {
      const own = records.filter(({ id }) => ids.has(id))
      return { count: own.length, undone: own.filter((item) => workOf(item) === 'open').length }
    },
    [ids],
  )
  const selected = () => all.peek().flatMap((item) => (ids.has(item.peek().id) ? [item.peek()] : []))
  const tooMany = count > MOST
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
        <span>At most {MOST} at once.</span>
      ) : (
        <>
          <SelectionButton icon="user-plus" onClick={() => setOpen('assign')}>
            Assign
          </SelectionButton>
          <SelectionButton icon="calendar-days" onClick={() => setOpen('due')}>
            Due date
          </SelectionButton>
          <SelectionButton
            icon="check"
            loading={busy && open === null}
            onClick={() => (undone ? setOpen('close') : void after(close(selected())))}
          >
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
                onClick={() =>
                  void after(
                    open === 'assign'
                      ? save(selected(), { assigned_id: person }, 'assigned')
                      : save(selected(), { due_date: day }, 'changed'),
                  )
                }
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
      <ConfirmDialog
        open={open === 'close'}
        title="Close these items?"
        message={
          undone === 1
            ? '1 of them was never completed. Close it anyway?'
            : `${undone} of them were never completed. Close them anyway?`
        }
        confirm="Close anyway"
        loading={busy}
        onCancel={end}
        onConfirm={() => void after(close(selected()))}
      />
    </SelectionBar>
  )
}
