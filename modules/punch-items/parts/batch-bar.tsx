import { useState } from 'react'
import { SelectionBar, SelectionButton } from '#blocks/batch/selection-bar.tsx'
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

/** What can be done with the selected items at once. */
export const BatchBar = ({
  project,
  items,
  onSelect,
}: {
  project: Project
  items: readonly PunchItem[]
  /** Selects other items, or none. */
  onSelect: (items: readonly PunchItem[]) => void
}) => {
  const { busy, save, close } = useBatch(project.id)
  const pdf = usePdf(project)
  const [open, setOpen] = useState<Kind | null>(null)
  const [person, setPerson] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const undone = items.filter((item) => workOf(item) === 'open').length
  const tooMany = items.length > MOST
  const end = () => setOpen(null)
  /** What could not be changed stays selected, and where that is everything, what was chosen for it stays as well. */
  async function after(changing: Promise<readonly PunchItem[]>) {
    const left = await changing
    if (left.length < items.length) end()
    onSelect(left)
  }
  return (
    <SelectionBar count={items.length} label="Selected items" onClear={() => onSelect([])}>
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
            onClick={() => (undone ? setOpen('close') : void after(close(items)))}
          >
            Close
          </SelectionButton>
          <SelectionButton
            icon="printer"
            loading={pdf.busy !== null}
            onClick={() => void pdf.save('selected', items, 'selected')}
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
                      ? save(items, { assigned_id: person }, 'assigned')
                      : save(items, { due_date: day }, 'changed'),
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
        onConfirm={() => void after(close(items))}
      />
    </SelectionBar>
  )
}
