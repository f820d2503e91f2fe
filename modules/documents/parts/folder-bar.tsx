import { useRef, useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can, type Id } from '#core/access/access.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { projects, type Project } from '../../projects/entities.ts'
import type { Level } from '../access.ts'
import { MoveDialog } from '../dialogs/move-dialog.tsx'
import { folders, type Folder } from '../entities.ts'
import { managesAccess } from '../guards.ts'
import { wayTo } from '../tree.ts'

export interface FolderBarProps {
  readonly project: Project
  readonly folder: Folder | null
  readonly all: readonly Folder[]
  readonly level: Level
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly archived: boolean
  readonly onArchived: (archived: boolean) => void
  readonly onAdd: () => void
  readonly onFiles: ((files: File[]) => void) | undefined
  readonly onShow: (id: Id | null) => void
  /** Saves what is listed as a CSV file. */
  readonly onCsv: () => void
}

/** Where one is in the tree, the search, and what can be done with the open folder. @useSignals */
export const FolderBar = ({
  project,
  folder,
  all,
  level,
  search,
  onSearch,
  archived,
  onArchived,
  onAdd,
  onFiles,
  onShow,
  onCsv,
}: FolderBarProps) => {
  const { session, api } = useServices()
  const resource = useResource(folders)
  const report = useOutcome()
  const picker = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'rename' | 'move' | 'delete' | null>(null)
  const user = session.user.value
  const mayEdit = level === 'edit' && project.archived_at === null
  const way = wayTo(folder?.id ?? null, all)
  const close = () => setDialog(null)
  const copy = async () => {
    report(await api(projects).act(project.id, 'copy_default_documents'), 'The default documents were copied.')
  }
  const items: MenuItem[] = [
    {
      label: archived ? 'Show active documents' : 'Show archived documents',
      icon: 'archive',
      onSelect: () => onArchived(!archived),
    },
    { label: 'Export list (CSV)', icon: 'download', onSelect: onCsv },
    ...(folder?.documents || all.some(({ parent_id }) => parent_id === folder?.id)
      ? [
          {
            label: 'Download folder',
            icon: 'download' as const,
            href: api.urlOf(`/api/folders/${folder?.id}/zip`),
          },
        ]
      : []),
    ...(managesAccess(user)
      ? [
          {
            label: 'Folder access',
            icon: 'key-round' as const,
            href: `/projects/${project.id}/documents/folder_access`,
          },
        ]
      : []),
    ...(can('edit', 'projects')(user) && project.archived_at === null
      ? [{ label: 'Copy to project', icon: 'copy' as const, onSelect: () => void copy() }]
      : []),
    ...(folder && mayEdit
      ? [
          { label: 'Rename folder', icon: 'pencil' as const, separated: true, onSelect: () => setDialog('rename') },
          { label: 'Move folder', icon: 'folder-input' as const, onSelect: () => setDialog('move') },
          { label: 'Delete folder', icon: 'trash-2' as const, danger: true, onSelect: () => setDialog('delete') },
        ]
      : []),
  ]
  return (
    <div className={css({ display: 'grid', gap: '2' })}>
      <nav aria-label="Folder path" className={crumbs}>
        <button type="button" onClick={() => onShow(null)} className={crumb}>
          All documents
        </button>
        {way.map(({ id, name }) => (
          <span key={id}>
            {' / '}
            <button
              type="button"
              onClick={() => onShow(id)}
              className={crumb}
              aria-current={id === folder?.id ? 'page' : undefined}
            >
              <bdi>{name}</bdi>
            </button>
          </span>
        ))}
      </nav>
      <div className={bar}>
        <div className={css({ flex: '1 1 14rem', maxWidth: { md: '16rem' } })}>
          <TextInput
            type="search"
            aria-label={`Search in ${folder?.name ?? 'all documents'}`}
            placeholder={`Search in ${folder?.name ?? 'all documents'}`}
            value={search}
            onChange={onSearch}
          />
        </div>
        <span className={css({ flex: '1' })} />
        {mayEdit && (
          <Button variant="outline" icon="folder-plus" onClick={onAdd}>
            New folder
          </Button>
        )}
        {onFiles && (
          <Button icon="upload" onClick={() => picker.current?.click()}>
            Upload
          </Button>
        )}
        <Menu
          label="Documents"
          trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
          items={items}
        />
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length) onFiles?.(files)
        }}
      />
      {folder && dialog === 'rename' && (
        <EntityDialog entity={folders} record={folder} fields={['name']} title="Rename folder" onClose={close} />
      )}
      {folder && dialog === 'move' && (
        <MoveDialog
          project_id={project.id}
          title={`Move ${folder.name}`}
          current={folder.parent_id}
          moved={folder.id}
          top
          onClose={close}
          onMove={async (parent_id) => {
            if (report(await resource.save({ id: folder.id, parent_id }), 'Folder moved.')) close()
          }}
        />
      )}
      {folder && dialog === 'delete' && (
        <DeleteRecord entity={folders} record={folder} onClose={close} onDeleted={() => onShow(folder.parent_id)} />
      )}
    </div>
  )
}

const crumbs = css({ textStyle: 'small', color: 'muted' })
const crumb = css({
  minHeight: { base: '6', _coarse: 'touch' },
  cursor: 'pointer',
  _hover: { textDecoration: 'underline' },
  '&[aria-current]': { color: 'ink', fontWeight: 'strong' },
})
const bar = css({ display: 'flex', flexWrap: 'wrap', gap: '2.5', alignItems: 'center' })
