import { useState } from 'react'
import { SelectionBar, SelectionButton } from '#blocks/batch/selection-bar.tsx'
import { useEach } from '#blocks/batch/use-each.ts'
import { BatchSteps } from '#blocks/workflow/batch-steps.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { MoveDialog } from '../dialogs/move-dialog.tsx'
import { documents, type Document } from '../entities.ts'

/** The most documents of one download by their names. */
const MOST_IN_ARCHIVE = 200

export interface BatchBarProps {
  readonly project_id: Id
  readonly items: readonly Document[]
  /** Whether the user may change documents in some folder. */
  readonly mayEdit: boolean
  /** Marks other documents, or none. */
  readonly onMark: (documents: readonly Document[]) => void
}

/** Actions on all marked documents. Those that could not be changed stay marked, and a message says why. */
export const BatchBar = ({ project_id, items, mayEdit, onMark }: BatchBarProps) => {
  const { api } = useServices()
  const { busy, each } = useEach<Document>({ noun: ['document', 'documents'], nameOf: ({ name }) => name })
  const [open, setOpen] = useState<'move' | 'delete' | null>(null)
  const resource = api(documents, { project_id })
  const close = () => setOpen(null)
  const end = (left: readonly Document[]) => {
    if (left.length < items.length) close()
    onMark(left)
  }
  const download = () => {
    // They are named in an address, which has an end.
    if (items.length > MOST_IN_ARCHIVE)
      return void toast.error(
        `At most ${MOST_IN_ARCHIVE} documents are downloaded together. Download their folder instead.`,
      )
    const ids = items.map(({ id }) => `id[]=${id}`).join('&')
    location.assign(api.urlOf(`/api/projects/${project_id}/documents/zip?${ids}`))
  }
  return (
    <SelectionBar count={items.length} label="Marked documents" onClear={() => onMark([])}>
      <SelectionButton icon="download" onClick={download}>
        Download
      </SelectionButton>
      {mayEdit && (
        <>
          <SelectionButton icon="folder-input" onClick={() => setOpen('move')}>
            Move
          </SelectionButton>
          <BatchSteps entity={documents} records={items} onTaken={end} />
          <SelectionButton icon="trash-2" onClick={() => setOpen('delete')}>
            Delete
          </SelectionButton>
        </>
      )}
      {open === 'move' && (
        <MoveDialog
          project_id={project_id}
          title={`Move ${items.length} documents`}
          current={null}
          onClose={close}
          onMove={async (folder_id) => {
            end(await each(items, 'moved', ({ id }) => resource.act(id, 'move', { folder_id }, { online: true })))
          }}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        title="Delete these documents?"
        message={`${items.length === 1 ? '1 document' : `${items.length} documents`} will be deleted, with all versions.`}
        confirm="Delete"
        danger
        loading={busy}
        onCancel={close}
        onConfirm={() => void each(items, 'deleted', ({ id }) => resource.remove(id)).then(end)}
      />
    </SelectionBar>
  )
}
