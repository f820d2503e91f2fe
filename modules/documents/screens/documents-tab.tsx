import { useDeferredValue, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useInAddress } from '#blocks/address/address.ts'
import { toCsv, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useUploadRows } from '#blocks/uploads/use-upload-rows.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { downloadText } from '#lib/csv.ts'
import { droppedFiles } from '#lib/dropped-files.ts'
import { textKey } from '#lib/text-key.ts'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Project } from '../../projects/entities.ts'
import { defaultLevel } from '../access.ts'
import { documents, folders, type Document, type Folder } from '../entities.ts'
import { mayUploadAt } from '../guards.ts'
import { BatchBar } from '../parts/batch-bar.tsx'
import { DocumentList, DRAGGED, type Order } from '../parts/document-list.tsx'
import { FolderBar } from '../parts/folder-bar.tsx'
import { FolderTree } from '../parts/folder-tree.tsx'
import { PreviewPanel } from '../parts/preview-panel.tsx'
import { SubFolders } from '../parts/sub-folders.tsx'
import { useDocuments } from '../parts/use-documents.ts'
import { useFolders } from '../parts/use-folders.ts'
import { useTextHits } from '../parts/use-text-hits.ts'
import { useUpload } from '../parts/use-upload.ts'
import { flat, sumOf, treeOf, wayTo } from '../tree.ts'

/** A project's documents: the tree of folders, what is in the open one, and the chosen document beside it. @useSignals */
export default function DocumentsTab({ record: project }: TabProps<Project>) {
  const { api, session } = useServices()
  const report = useOutcome()
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch())
  const folderId = Number(chosen.get('folder')) || null
  const documentId = Number(chosen.get('document')) || null
  const [search, setSearch] = useState('')
  const [status, setStatus] = useInAddress('status', ['active', 'archived'])
  const archived = status === 'archived'
  const [adding, setAdding] = useState(false)
  const [sort, setSort] = useInAddress('sort', readSort)
  const order = orderOf(sort)
  const [marks, setMarks] = useState<ReadonlySet<Id>>(new Set())
  const [renaming, setRenaming] = useState<Document | null>(null)
  const sought = useDeferredValue(textKey(search.trim()))
  const { all, query: folderQuery } = useFolders(project.id)
  const folder = all.find(({ id }) => id === folderId) ?? null
  const everywhere = folder === null || sought !== ''
  const trees = treeOf(all)
  const branches = flat(trees)
  const here = folder ? branches.filter((branch) => branch.folder.id === folder.id) : trees
  const list = useDocuments(project.id, {
    filters: {
      ...(archived && { status: 'archived' }),
      ...(folder && (everywhere ? { below: folder.id } : { folder_id: folder.id })),
    },
    order,
    expected: everywhere ? here.reduce((sum, branch) => sum + sumOf(branch, countOf), 0) : (folder?.documents ?? 0),
    search: sought,
  })
  const send = useUpload(project.id, all)
  const rows = useUploadRows({ entity: documents, parents: { project_id: project.id } })
  const user = session.user.value
  const readOnly = project.archived_at !== null
  const level = folder ? folder.my_level : user ? defaultLevel(user) : 'none'
  const mayUpload = folder !== null && mayUploadAt(level) && !readOnly
  const hits = useTextHits(project.id, sought)
  const isSought = ({ id, name }: Document) => !sought || textKey(name).includes(sought) || hits.has(id)
  const items = list.items.filter(({ value: one }) => isSought(one))
  const marked = items.map(({ value: one }) => one).filter(({ id }) => marks.has(id))
  const selected = items.find((item) => item.value.id === documentId)?.value ?? null

  const base = `/projects/${project.id}/documents`
  const show = (into: Id | null, document?: Document) => {
    const parts = [...(into === null ? [] : [`folder=${into}`]), ...(document ? [`document=${document.id}`] : [])]
    navigate(parts.length ? `${base}?${parts.join('&')}` : base)
  }
  const open = (document: Document) => navigate(`${base}/${document.id}`)
  /** On a wide screen a document is shown beside the list, else on a page of its own. */
  const select = (document: Document) =>
    matchMedia('(min-width: 1280px)').matches ? show(folderId, document) : open(document)
  const levelIn = ({ folder_id }: Document) => all.find(({ id }) => id === folder_id)?.my_level ?? 'none'
  const nameOf = (id: Id) =>
    wayTo(id, all)
      .map(({ name }) => name)
      .join(' / ')

  async function exportList() {
    const found = await list.all()
    if (!found) return void toast.error('The list could not be loaded. Try again.')
    const columns: CsvColumn<Document>[] = [
      { name: 'name' },
      { name: 'folder', header: 'Folder', write: ({ folder_id }) => nameOf(folder_id) },
      { name: 'version' },
      { name: 'user_name', header: 'By' },
      { name: 'updated_at', header: 'Changed' },
      { name: 'size', header: 'Bytes' },
    ]
    return downloadText(`${folder?.name ?? 'Documents'}.csv`, toCsv(documents, columns, found.filter(isSought)))
  }

  async function dropOn(into: Folder, event: React.DragEvent) {
    const moved = Number(event.dataTransfer.getData(DRAGGED)) || null
    if (moved !== null) {
      const result = await api(documents, { project_id: project.id }).act(moved, 'move', { folder_id: into.id })
      return void report(result, `Moved to ${into.name}.`)
    }
    if (!mayUploadAt(into.my_level) || readOnly) return undefined
    send(await droppedFiles(event.dataTransfer.items), into.id)
    return show(into.id)
  }

  if (folderQuery.state.value === 'never')
    return <NotLoaded failure={folderQuery.failure.value} retry={folderQuery.ask} />
  return (
    <ParentScope project_id={project.id}>
      <div className={columns} data-panel={selected ? '' : undefined}>
        <div className={side}>
          <FolderTree
            trees={trees}
            all={all}
            current={folderId}
            onOpen={(id) => show(id)}
            onDropOn={(into, event) => void dropOn(into, event)}
          />
        </div>
        <div className={css({ display: 'grid', gap: '3', minWidth: '0', alignContent: 'start' })}>
          <FolderBar
            project={project}
            folder={folder}
            all={all}
            level={level}
            search={search}
            onSearch={setSearch}
            archived={archived}
            onArchived={(on) => setStatus(on ? 'archived' : 'active')}
            onAdd={() => setAdding(true)}
            onFiles={mayUpload && folder ? (files) => send(files, folder.id) : undefined}
            onShow={show}
            onCsv={() => void exportList()}
          />
          <SubFolders folders={all.filter(({ parent_id }) => parent_id === folderId)} onOpen={(id) => show(id)} />
          {list.isNew ? (
            <NotLoaded failure={list.failure} retry={list.retry} />
          ) : items.length ? (
            <DocumentList
              items={items}
              selected={documentId}
              marked={new Set(marked.map(({ id }) => id))}
              onMark={(ids, on) => {
                const next = new Set(marks)
                for (const id of ids)
                  if (on) next.add(id)
                  else next.delete(id)
                setMarks(next)
              }}
              order={order}
              onOrder={(next) => setSort(`${next.direction === 'desc' ? '-' : ''}${next.column}`)}
              onRename={(one) => levelIn(one) === 'edit' && !readOnly && setRenaming(one)}
              placeOf={everywhere ? (one) => nameOf(one.folder_id) : undefined}
              onSelect={select}
              onEnd={list.more}
              onOpen={open}
            />
          ) : (
            <EmptyState icon="folder" title={emptyTitle(sought, archived, folder, level)}>
              {mayUpload ? 'Drop files or whole folders here, or press Upload.' : 'What others add appears here.'}
            </EmptyState>
          )}
          {marked.length > 0 && (
            <BatchBar
              project_id={project.id}
              items={marked}
              mayEdit={!readOnly && marked.some((one) => levelIn(one) === 'edit')}
              onMark={(documents) => setMarks(new Set(documents.map(({ id }) => id)))}
            />
          )}
          {mayUpload && (
            <FileDrop
              aria-label={`Upload to ${folder?.name}`}
              uploads={rows}
              camera
              maxFiles={500}
              onFiles={(files) => folder && send(files, folder.id)}
            />
          )}
        </div>
        {selected && (
          <div className={panel}>
            <PreviewPanel key={selected.id} document={selected} level={levelIn(selected)} readOnly={readOnly} />
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
      {adding && (
        <EntityDialog
          entity={folders}
          initial={{ parent_id: folderId, name: '' }}
          fields={['name']}
          title={folder ? `New folder in ${folder.name}` : 'New folder'}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => show(id)}
        />
      )}
    </ParentScope>
  )
}

type Sort = Order['column'] | `-${Order['column']}`
const sorts: readonly Sort[] = (['name', 'user_name', 'updated_at', 'size'] as const).flatMap((one): Sort[] => [
  one,
  `-${one}`,
])
const readSort = (text: string | null): Sort => sorts.find((one) => one === text) ?? 'name'
const orderOf = (sort: Sort): Order => ({
  column: sort.replace('-', '') as Order['column'],
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

const countOf = ({ documents: n }: Folder): number => n

function emptyTitle(sought: string, archived: boolean, folder: Folder | null, level: string): string {
  if (sought) return 'No document has these words.'
  if (archived) return 'Nothing is archived here.'
  if (level !== 'none') return 'No documents here yet.'
  return folder ? 'This folder leads to others.' : 'No documents are shared with you yet.'
}

const columns = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '14.75rem minmax(0, 1fr)' },
  '@media (min-width: 80rem)': { '&[data-panel]': { gridTemplateColumns: '14.75rem minmax(0, 1fr) 23.25rem' } },
})
const side = css({ display: { base: 'none', md: 'block' } })
const panel = css({ display: 'none', position: 'sticky', top: '4', '@media (min-width: 80rem)': { display: 'block' } })
