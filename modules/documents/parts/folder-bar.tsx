import { useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { projects } from '../../projects/entities.ts'
import { useShareLink } from '../../share-links/components.ts'
import { MoveDialog } from '../dialogs/move-dialog.tsx'
import { folders } from '../entities.ts'
import { managesAccess } from '../guards.ts'
import { idsTo } from '../tree.ts'
import { FolderName } from './folder-path.tsx'
import type { Shelf } from './use-shelf.ts'

type Asked = 'add' | 'rename' | 'move' | 'delete'

/** What can be done with the open folder, by those who may. @useSignals */
function useFolderMenu(
  { project, folder, level, ...shelf }: Shelf,
  sharing: readonly MenuItem[],
  ask: (what: Asked) => void,
): MenuItem[] {
  const { session, api } = useServices()
  const report = useOutcome()
  const user = session.user.value
  const isActive = project.archived_at === null
  const copy = async () => {
    report(await api(projects).act(project.id, 'copy_default_documents'), 'The default documents were copied.')
  }
  const when = (may: boolean, ...items: MenuItem[]) => (may ? items : [])
  return [
    {
      label: shelf.archived ? 'Show active documents' : 'Show archived documents',
      icon: 'archive',
      onSelect: () => shelf.setStatus(shelf.archived ? 'active' : 'archived'),
    },
    { label: 'Export list (CSV)', icon: 'download', onSelect: () => void shelf.exportList() },
    ...when(folder !== null && (folder.documents > 0 || shelf.hasBelow), {
      label: 'Download folder',
      icon: 'download',
      href: api.urlOf(`/api/folders/${folder?.id}/zip`),
    }),
    ...sharing,
    ...when(managesAccess(user), {
      label: 'Folder access',
      icon: 'key-round',
      href: `/projects/${project.id}/documents/folder_access`,
    }),
    ...when(can('edit', 'projects')(user) && isActive, {
      label: 'Copy to project',
      icon: 'copy',
      onSelect: () => void copy(),
    }),
    ...when(
      folder !== null && level === 'edit' && isActive,
      { label: 'Rename folder', icon: 'pencil', separated: true, onSelect: () => ask('rename') },
      { label: 'Move folder', icon: 'folder-input', onSelect: () => ask('move') },
      { label: 'Delete folder', icon: 'trash-2', danger: true, onSelect: () => ask('delete') },
    ),
  ]
}

/** Where one is in the tree, the search, and what can be done with the open folder. @useSignals */
export const FolderBar = ({ shelf, onFiles }: { shelf: Shelf; onFiles: ((files: File[]) => void) | undefined }) => {
  const { project, folder, level, search, setSearch, searchInput, show } = shelf
  const resource = useResource(folders)
  const report = useOutcome()
  const picker = usePicker({ multiple: true, 'aria-label': 'Files to upload' }, (files) => onFiles?.(files))
  const [dialog, setDialog] = useState<Asked | null>(null)
  const mayShare = managesAccess(useServices().session.user.value) && folder !== null && level === 'edit'
  const about = {
    project_id: project.id,
    noun: folder?.name ?? '',
    what: 'folder',
    target_id: folder?.id ?? 0,
  } as const
  const share = useShareLink(about, mayShare)
  const items = useFolderMenu(shelf, share.items, setDialog)
  const mayEdit = level === 'edit' && project.archived_at === null
  const close = () => setDialog(null)
  return (
    <div className={css({ stack: '2' })}>
      <Crumbs {...shelf} />
      <div className={bar}>
        <div className={css({ flex: '1 1 14rem', maxWidth: { md: '16rem' } })}>
          <TextInput
            ref={searchInput}
            type="search"
            aria-label={`Search in ${folder?.name ?? 'all documents'}`}
            placeholder={`Search in ${folder?.name ?? 'all documents'}`}
            value={search}
            onChange={setSearch}
          />
        </div>
        <span className={css({ flex: '1' })} />
        {mayEdit && (
          <Button variant="outline" icon="folder-plus" onClick={() => setDialog('add')}>
            New folder
          </Button>
        )}
        {onFiles && (
          <Button icon="upload" onClick={picker.open}>
            Upload
          </Button>
        )}
        <Menu
          label="Documents"
          trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
          items={items}
        />
      </div>
      {picker.input}
      {dialog === 'add' && (
        <EntityDialog
          entity={folders}
          initial={{ parent_id: folder?.id ?? null, name: '' }}
          fields={['name']}
          title={folder ? `New folder in ${folder.name}` : 'New folder'}
          onClose={close}
          onSaved={({ id }) => show(id)}
        />
      )}
      {share.dialog}
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
        <DeleteRecord entity={folders} record={folder} onClose={close} onDeleted={() => show(folder.parent_id)} />
      )}
    </div>
  )
}

/** The way to the open folder. @useSignals */
const Crumbs = ({ tree, folderId, show }: Pick<Shelf, 'tree' | 'folderId' | 'show'>) => (
  <nav aria-label="Folder path" className={crumbs}>
    <button type="button" onClick={() => show(null)} className={crumb}>
      All documents
    </button>
    {idsTo(folderId, tree.value.trees).map((id) => (
      <span key={id}>
        {' / '}
        <button
          type="button"
          onClick={() => show(id)}
          className={crumb}
          aria-current={id === folderId ? 'page' : undefined}
        >
          <bdi>
            <FolderName entity={folders} id={id} />
          </bdi>
        </button>
      </span>
    ))}
  </nav>
)

const crumbs = css({ textStyle: 'note' })
const crumb = css({
  minHeight: { base: '6', _coarse: 'touch' },
  cursor: 'pointer',
  _hover: { textDecoration: 'underline' },
  '&[aria-current]': { color: 'ink', fontWeight: 'strong' },
})
const bar = css({ wrap: '2.5' })
