import { useState } from 'react'
import { useLocation } from 'wouter'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import type { ActionOf } from '#core/entity/entity.ts'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { MoveDialog } from '../dialogs/move-dialog.tsx'
import { useShareLink } from '../../share-links/components.ts'
import { documents, type Document } from '../entities.ts'
import { lockProblem, managesAccess } from '../guards.ts'
import type { Level } from '../access.ts'

type Dialog = 'rename' | 'move' | 'delete' | null

/**
 * What can be done with a document by this user, and the dialogs for it. Nothing that changes it is offered while someone
 * else has locked it, or without the right to edit its folder.
 * @useSignals
 */
export function useDocumentActions(document: Document, level: Level, readOnly: boolean) {
  const { session } = useServices()
  const resource = useResource(documents)
  const report = useOutcome()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<Dialog>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const flow = useSteps(documents, document)
  const picker = usePicker({ 'aria-label': 'New version' }, ([file]) => file && void addVersion(file))
  const user = session.user.value
  const problem = user ? lockProblem(document, user) : null
  const mayEdit = level === 'edit' && !readOnly && problem === null
  const about = { project_id: document.project_id, noun: document.name, what: 'file', target_id: document.id } as const
  const share = useShareLink(about, managesAccess(user) && level === 'edit' && document.archived_at === null)
  const close = () => setDialog(null)

  async function act(action: ActionOf<typeof documents>, done: string, body: object = {}) {
    setBusy(action)
    const result = await resource.act(document.id, action, body)
    setBusy(null)
    return report(result, done)
  }
  async function addVersion(file: File) {
    setBusy('upload_version')
    const result = await resource.upload({ id: document.id, files: { file } })
    setBusy(null)
    report(result, 'New version added.')
  }

  const dialogs = (
    <>
      {flow.asked}
      {picker.input}
      {share.dialog}
      {dialog === 'rename' && (
        <EntityDialog entity={documents} record={document} fields={['name']} title="Rename" onClose={close} />
      )}
      {dialog === 'move' && (
        <MoveDialog
          project_id={document.project_id}
          title={`Move ${document.name}`}
          current={document.folder_id}
          onClose={close}
          onMove={async (folder_id) => {
            if (folder_id !== null && (await act('move', 'Document moved.', { folder_id }))) close()
          }}
        />
      )}
      {dialog === 'delete' && (
        <DeleteRecord
          entity={documents}
          record={document}
          onClose={close}
          onDeleted={() => navigate(`/projects/${document.project_id}/documents?folder=${document.folder_id}`)}
        />
      )}
    </>
  )
  return {
    mayEdit,
    problem,
    sharing: share.items,
    busy,
    stepping: flow.busy,
    dialogs,
    rename: () => setDialog('rename'),
    move: () => setDialog('move'),
    remove: () => setDialog('delete'),
    chooseVersion: picker.open,
    steps: flow.steps,
    restore: (version_id: number) => act('restore_version', 'Version restored.', { version_id }),
  }
}
export type DocumentActions = ReturnType<typeof useDocumentActions>
