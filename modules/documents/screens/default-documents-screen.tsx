import { memo, useCallback, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useDerived } from '#blocks/query/use-derived.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecord } from '#blocks/query/use-record.ts'
import { useRows } from '#blocks/query/use-rows.tsx'
import { useSummary, useSummarySignal } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import { UploadProgress } from '#blocks/uploads/upload-progress.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { ScreenProps } from '#core/module/define-module.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button, IconButton, LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { defaultDocumentsHref } from '../default-documents-href.ts'
import { defaultDocuments, defaultFolders, type DefaultDocument, type DefaultFolder } from '../entities.ts'
import { AtDefaultDocuments } from '../parts/at-default-documents.tsx'
import { FolderTree } from '../parts/folder-tree.tsx'
import { formatSize } from '#lib/file-size.ts'
import { FolderName } from '../parts/folder-path.tsx'
import { TypeTile } from '../parts/type-tile.tsx'
import { useFolder, useTree } from '../parts/use-folders.ts'

type Open =
  | { readonly what: 'add' | 'rename' | 'delete' }
  | { readonly what: 'rename file' | 'delete file'; readonly file: DefaultDocument }

/** The folders and documents that every new project gets (rule default-documents). */
export default function DefaultDocumentsScreen({ params }: ScreenProps<'/setup/:default_project_docuemts'>) {
  return (
    <AtDefaultDocuments params={params}>
      <DefaultDocuments />
    </AtDefaultDocuments>
  )
}

/** @useSignals */
const DefaultDocuments = () => {
  const services = useServices()
  const [current, setCurrent] = useState<number | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const folders = useQuery(defaultFolders)
  const documents = useQuery(defaultDocuments)
  const held = useSummary(
    documents.items,
    (files) => Object.fromEntries([...Map.groupBy(files, inFolder)].map(([id, { length }]) => [id, length])),
    [],
  )
  const countOf = useCallback(({ id }: DefaultFolder) => held[id] ?? 0, [held])
  const tree = useTree(folders.items, countOf)
  const folder = useFolder(folders.items, current)
  const here = useSummarySignal(
    documents.items,
    (files) => files.flatMap((one) => (current === null || inFolder(one) === current ? one.id : [])),
    [current],
  )
  const isEmpty = useDerived(() => here.value.length === 0, [here])
  const destination = { entity: defaultDocuments, parents: {} }
  const picker = usePicker({ multiple: true, 'aria-label': 'Files to upload' }, (chosen) => {
    if (!folder) return
    const prepare = async (file: File) => ({ default_folder_id: folder.id, files: { file } })
    sendFiles(services, { ...destination, prepare }, chosen)
  })
  if (folders.state.value === 'never') return <NotLoaded failure={folders.failure.value} retry={folders.ask} />
  return (
    <Page
      title="Default Project Documents"
      crumbs={<Breadcrumb items={[{ href: '/setup', label: 'Setup' }]} />}
      sub="Every new project gets a copy of these folders and files."
      actions={
        <>
          <LinkButton variant="outline" icon="key-round" href={`${defaultDocumentsHref}/folder_access`}>
            Folder access
          </LinkButton>
          <Button variant="outline" icon="folder-plus" onClick={() => setOpen({ what: 'add' })}>
            New folder
          </Button>
          {folder && (
            <Button icon="upload" onClick={picker.open}>
              Upload
            </Button>
          )}
          {folder && (
            <Menu
              label={folder.name}
              trigger={<IconButton variant="outline" icon="ellipsis" aria-label={`More for ${folder.name}`} />}
              items={[
                { label: 'Rename folder', icon: 'pencil', onSelect: () => setOpen({ what: 'rename' }) },
                { label: 'Delete folder', icon: 'trash-2', danger: true, onSelect: () => setOpen({ what: 'delete' }) },
              ]}
            />
          )}
        </>
      }
    >
      {picker.input}
      <div className={columns}>
        <FolderTree entity={defaultFolders} tree={tree} current={current} onOpen={setCurrent} />
        <div className={css({ stack: '3' })}>
          <UploadProgress {...destination} />
          {isEmpty ? (
            <EmptyState icon="folder" title="No documents here yet.">
              {folder ? 'Upload what every project needs.' : 'Choose a folder to add files to it.'}
            </EmptyState>
          ) : (
            <Files ids={here} onOpen={setOpen} />
          )}
        </div>
      </div>
      {open && <Opened open={open} folder={folder} onFolder={setCurrent} onClose={() => setOpen(null)} />}
    </Page>
  )
}

const inFolder = ({ default_folder_id }: DefaultDocument) => default_folder_id

/** @useSignals */
const Files = ({ ids, onOpen }: { ids: ReadonlySignal<readonly Id[]>; onOpen: (open: Open) => void }) => {
  const rowsOf = useRows()
  return (
    <Card flush>
      <ul aria-label="Default documents">
        {rowsOf(defaultDocuments, ids.value, (item) => (
          <FileRow item={item} onOpen={onOpen} />
        ))}
      </ul>
    </Card>
  )
}

/** @useSignals */
const FileRow = memo(({ item, onOpen }: { item: ReadonlySignal<DefaultDocument>; onOpen: (open: Open) => void }) => {
  const { api } = useServices()
  const { id, name, size, default_folder_id } = useRecord(item)
  const file = () => item.peek()
  return (
    <div className={row}>
      <TypeTile name={name} />
      <span className={css({ minWidth: '0' })}>
        <a
          className={css({ fontWeight: 'strong' })}
          href={api.urlOf(`/api/default_documents/${id}/file?download`)}
          download
        >
          <bdi>{name}</bdi>
        </a>
        <span className={css({ display: 'block', textStyle: 'note' })}>
          <FolderName entity={defaultFolders} id={default_folder_id} /> · {formatSize(size)}
        </span>
      </span>
      <Menu
        label={name}
        trigger={<IconButton icon="ellipsis" aria-label={`More for ${name}`} />}
        items={[
          { label: 'Rename', icon: 'pencil', onSelect: () => onOpen({ what: 'rename file', file: file() }) },
          {
            label: 'Delete',
            icon: 'trash-2',
            danger: true,
            onSelect: () => onOpen({ what: 'delete file', file: file() }),
          },
        ]}
      />
    </div>
  )
})

interface OpenedProps {
  open: Open
  folder: DefaultFolder | null
  onFolder: (id: number | null) => void
  onClose: () => void
}

/** The dialog that is open. */
const Opened = ({ open, folder, onFolder, onClose }: OpenedProps) => {
  const name = { fields: ['name'] as const, onClose }
  if (open.what === 'rename file')
    return <EntityDialog entity={defaultDocuments} record={open.file} title="Rename" {...name} />
  if (open.what === 'delete file')
    return <DeleteRecord entity={defaultDocuments} record={open.file} onClose={onClose} />
  if (open.what === 'add') {
    const title = folder ? `New folder in ${folder.name}` : 'New folder'
    const initial = { parent_id: folder?.id ?? null, name: '' }
    return (
      <EntityDialog
        entity={defaultFolders}
        initial={initial}
        title={title}
        {...name}
        onSaved={({ id }) => onFolder(id)}
      />
    )
  }
  if (!folder) return null
  return open.what === 'rename' ? (
    <EntityDialog entity={defaultFolders} record={folder} title="Rename folder" {...name} />
  ) : (
    <DeleteRecord
      entity={defaultFolders}
      record={folder}
      onClose={onClose}
      onDeleted={() => onFolder(folder.parent_id)}
    />
  )
}

const columns = css({
  stack: '4',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '15rem minmax(0, 1fr)' },
})
const row = css({
  stack: '3',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  minHeight: '14',
  paddingInline: '3.5',
  'li:not(:last-child) > &': { borderBottom: '1px solid {colors.line}' },
})
