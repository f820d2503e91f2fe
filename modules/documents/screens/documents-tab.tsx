import { useState, type DragEvent } from 'react'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useUploadRows } from '#blocks/uploads/use-upload-rows.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { droppedFiles } from '#lib/dropped-files.ts'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Project } from '../../projects/entities.ts'
import { documents, folders, type Document } from '../entities.ts'
import { mayUploadAt } from '../guards.ts'
import { DocumentList, DRAGGED } from '../parts/document-list.tsx'
import { FolderBar } from '../parts/folder-bar.tsx'
import { FolderTree } from '../parts/folder-tree.tsx'
import { PreviewPanel } from '../parts/preview-panel.tsx'
import { SearchState } from '../parts/search-state.tsx'
import { SubFolders } from '../parts/sub-folders.tsx'
import { useShelf, type Shelf } from '../parts/use-shelf.ts'
import { useUpload } from '../parts/use-upload.ts'

/** A project's documents: the tree of folders, what is in the open one, and the chosen document beside it. @useSignals */
export default function DocumentsTab({ record: project }: TabProps<Project>) {
  const { api, store } = useServices()
  const report = useOutcome()
  const shelf = useShelf(project)
  const { folder, folderId, folderQuery, list, selected, mayUpload, readOnly, show } = shelf
  const [renaming, setRenaming] = useState<Document | null>(null)
  const send = useUpload(project.id)
  const rows = useUploadRows({ entity: documents, parents: { project_id: project.id } })
  const onFiles = folder && mayUpload ? (files: File[]) => send(files, folder.id) : undefined

  async function dropOn(id: Id, event: DragEvent) {
    const into = store.of(folders).peek(id)
    if (!into) return
    const moved = Number(event.dataTransfer.getData(DRAGGED)) || null
    if (moved !== null) {
      const result = await api(documents, { project_id: project.id }).act(moved, 'move', { folder_id: id })
      report(result, `Moved to ${into.name}.`)
    } else if (mayUploadAt(into.my_level) && !readOnly) {
      send(await droppedFiles(event.dataTransfer.items), id)
      show(id)
    }
  }

  if (folderQuery.state.value === 'never')
    return <NotLoaded failure={folderQuery.failure.value} retry={folderQuery.ask} />
  return (
    <ParentScope project_id={project.id}>
      <div className={columns} data-panel={selected === null ? undefined : ''}>
        <div className={side}>
          <FolderTree
            entity={folders}
            tree={shelf.tree}
            current={folderId}
            onOpen={show}
            onDropOn={(into, event) => void dropOn(into, event)}
          />
        </div>
        <div className={css({ stack: '3', minWidth: '0', alignContent: 'start' })}>
          <FolderBar shelf={shelf} onFiles={onFiles} />
          {shelf.sought === '' ? (
            <SubFolders tree={shelf.tree} current={folderId} onOpen={show} />
          ) : (
            !shelf.isNew && <SearchState reading={shelf.reading} failure={list.failure} retry={list.retry} />
          )}
          {shelf.isNew ? (
            <NotLoaded failure={list.failure} retry={list.retry} />
          ) : !shelf.isEmpty ? (
            <DocumentList
              shelf={shelf}
              onRename={(one) => shelf.levelIn(one) === 'edit' && !readOnly && setRenaming(one)}
            />
          ) : (
            <EmptyState icon="folder" title={emptyTitle(shelf)}>
              {mayUpload ? 'Drop files or whole folders here, or press Upload.' : 'What others add appears here.'}
            </EmptyState>
          )}
          {onFiles && (
            <FileDrop aria-label={`Upload to ${folder?.name}`} uploads={rows} camera maxFiles={500} onFiles={onFiles} />
          )}
        </div>
        {selected !== null && (
          <div className={panel}>
            <Selected key={selected} id={selected} shelf={shelf} />
          </div>
        )}
      </div>
      {renaming && (
        <EntityDialog
          entity={documents}
          record={renaming}
          fields={['name']}
          title="Rename"
          onClose={() => setRenaming(null)}
        />
      )}
    </ParentScope>
  )
}

/** The chosen document. @useSignals */
const Selected = ({ id, shelf }: { id: Id; shelf: Shelf }) => {
  const document = useServices().store.of(documents).get(id)
  return document ? (
    <PreviewPanel document={document} level={shelf.levelIn(document)} readOnly={shelf.readOnly} />
  ) : null
}

function emptyTitle({ sought, archived, folder, level, project }: Shelf): string {
  if (sought) return 'No document has these words.'
  if (archived) return 'Nothing is archived here.'
  if (!folder && !project.default_documents_copied) return 'The default documents are not here yet.'
  if (level !== 'none') return 'No documents here yet.'
  return folder ? 'This folder leads to others.' : 'No documents are shared with you yet.'
}

const columns = css({
  stack: '4',
  alignItems: 'start',
  // On narrower screens the table needs the width; the folders stand above it, as on phones.
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'min(14.75rem, 25%) minmax(0, 1fr)' },
  '@media (min-width: 80rem)': { '&[data-panel]': { gridTemplateColumns: '14.75rem minmax(0, 1fr) 23.25rem' } },
})
const side = css({ display: { base: 'none', lg: 'block' } })
const panel = css({
  display: 'none',
  position: 'sticky',
  top: 'calc(var(--sticky-top, 0px) + {spacing.4})',
  '@media (min-width: 80rem)': { display: 'block' },
})
