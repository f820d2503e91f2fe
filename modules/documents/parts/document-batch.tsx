import { useState } from 'react'
import { SelectionButton } from '#blocks/batch/selection-bar.tsx'
import { useEach } from '#blocks/batch/use-each.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { MoveDialog } from '../dialogs/move-dialog.tsx'
import { documents, type Document } from '../entities.ts'

/** The most documents of one download by their names. */
const MOST_IN_ARCHIVE = 200

interface DocumentBatchProps {
  readonly project_id: Id
  /** The ticked documents. */
  readonly records: () => readonly Document[]
  /** Whether the user may change documents in some folder. */
  readonly mayEdit: boolean
  /** Gets those that could not be changed, to stay ticked. */
  readonly onLeft: (left: readonly Document[]) => void
}

/** What can be done with all ticked documents, besides their steps: download, move, delete. */
export const DocumentBatch = ({ project_id, records, mayEdit, onLeft }: DocumentBatchProps) => {
  const { api } = useServices()
  const { busy, each } = useEach<Document>({ noun: ['document', 'documents'], nameOf: ({ name }) => name })
  const [open, setOpen] = useState<'move' | 'delete' | null>(null)
  const resource = api(documents, { project_id })
  const items = records()
  const close = () => setOpen(null)
  const end = (left: readonly Document[]) => {
    if (left.length < items.length) close()
    onLeft(left)
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
    <>
      <SelectionButton icon="download" onClick={download}>
        Download
      </SelectionButton>
      {mayEdit && (
        <>
          <SelectionButton icon="folder-input" onClick={() => setOpen('move')}>
            Move
          </SelectionButton>
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
    </>
  )
}
