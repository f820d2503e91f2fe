import { useMemo, type DragEvent, type KeyboardEvent } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { BatchBar } from '#blocks/work-list/batch-bar.tsx'
import { Rows } from '#blocks/work-list/rows.tsx'
import type { ListSpec } from '#blocks/work-list/spec.ts'
import { useCursor } from '#blocks/work-list/use-cursor.ts'
import type { Folds } from '#blocks/work-list/use-folds.ts'
import { useLook, type Look } from '#blocks/work-list/use-look.ts'
import { useSelection } from '#blocks/work-list/use-selection.ts'
import { formatSize } from '#lib/file-size.ts'
import { formatRecent } from '#lib/moments.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { documents, folders, type Document } from '../entities.ts'
import { wordsNote } from '../words.ts'
import { DocumentBatch } from './document-batch.tsx'
import { FolderPath } from './folder-path.tsx'
import { TypeTile } from './type-tile.tsx'
import type { Shelf } from './use-shelf.ts'

/** What documents are sorted by. */
export interface Order {
  readonly column: 'name' | 'user_name' | 'updated_at' | 'size'
  readonly direction: 'asc' | 'desc'
}

/** How a document that is dragged to a folder is named. */
export const DRAGGED = 'application/x-plumbline-document'

/** The documents of a folder, or those that a search found: dragged to folders, renamed by F2, ticked. @useSignals */
export const DocumentList = ({ shelf, onRename }: { shelf: Shelf; onRename: (document: Document) => void }) => {
  const { store } = useServices()
  const { documentId, order, setSort, hrefOf, everywhere, project, readOnly } = shelf
  const ids = shelf.ids.value
  const isSought = shelf.sought !== ''
  const spec = useMemo(() => listOf(everywhere, isSought), [everywhere, isSought])
  const arranged = useMemo(
    () => ({ ids, groups: undefined, count: ids.length, counts: {}, options: {}, outside: [] }),
    [ids],
  )
  const [{ hidden, order: columns, widths }, onLook] = useLook(documents.table)
  const look: Look = { density: 'comfortable', hidden, order: columns, widths }
  const selection = useSelection(ids)
  const opened = documentId !== null && ids.includes(documentId) ? documentId : undefined
  const list = { spec, selection, maySelect: true, opened, hrefOf }
  const cursor = useCursor({ ...list, shown: ids, search: shelf.searchInput, path: shelf.address, add: undefined })
  const at = ({ target }: DragEvent | KeyboardEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row-key]') : null
    return store.of(documents).peek(Number(row?.dataset.rowKey))
  }
  const mayEdit =
    !readOnly &&
    [...selection.ids].some((id) => {
      const one = store.of(documents).peek(id)
      return one && shelf.levelIn(one) === 'edit'
    })
  return (
    <>
      {/* The keys are those of the links in it, and the rows are dragged by them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(at(event)?.id ?? ''))}
        onKeyDown={(event) => {
          const document = event.key === 'F2' && at(event)
          if (document) onRename(document)
        }}
      >
        <Rows
          {...{ ...list, arranged, look, onLook, folds, cursor }}
          choice={{ search: '', filters: {}, sort_column: order.column, sort_direction: order.direction }}
          choose={({ sort_column: by, sort_direction: way }) => setSort(`${way === 'desc' ? '-' : ''}${by}` as 'name')}
          swipe={undefined}
          {...(shelf.list.more && { onEnd: shelf.list.more })}
        />
      </div>
      {selection.ids.size > 0 && (
        <BatchBar spec={spec} selection={selection} steps={mayEdit}>
          {(records, onLeft) => <DocumentBatch project_id={project.id} {...{ records, mayEdit, onLeft }} />}
        </BatchBar>
      )}
    </>
  )
}

const folds: Folds = { has: () => false, toggle: () => {}, visible: ({ ids }) => ids }

/** @param isSought whether a search found them, so that they say when their words are not all searched */
const listOf = (everywhere: boolean, isSought: boolean): ListSpec<typeof documents> => ({
  entity: documents,
  columns: [
    { key: 'kind', header: 'Kind', cell: ({ name }) => <TypeTile name={name} />, width: '4.25rem', phone: 'start' },
    {
      key: 'name',
      header: 'Name',
      cell: ({ name }) => (
        <b>
          <bdi>{name}</bdi>
        </b>
      ),
      sortable: true,
      width: 'minmax(0, 3fr)',
      phone: 'title',
    },
    {
      key: 'place',
      header: everywhere ? 'Folder' : 'Version',
      cell: (one) => (
        <>
          {isSought && wordsNote(one) !== null && `${wordsNote(one)} · `}
          {everywhere ? <FolderPath entity={folders} id={one.folder_id} /> : `Version ${one.version}`}
        </>
      ),
      width: 'minmax(0, 2fr)',
      phone: 'sub',
    },
    {
      key: 'locked_name',
      header: 'Locked',
      cell: ({ locked_id, locked_name }) =>
        locked_id !== null && (
          <Tag tone="attention">
            <Icon name="lock" size="sm" /> {locked_name}
          </Tag>
        ),
      phoneCell: ({ locked_id, locked_name }) => locked_id !== null && `Locked by ${locked_name}`,
      phone: 'sub',
      wide: true,
    },
    { key: 'user_name', header: 'Author', cell: ({ user_name }) => user_name, sortable: true, wide: true },
    {
      key: 'updated_at',
      header: 'Changed',
      cell: ({ updated_at }) => formatRecent(Date.parse(updated_at)).split(',')[0],
      sortable: true,
      width: '7rem',
    },
    {
      key: 'size',
      header: 'Size',
      cell: ({ size }) => formatSize(size),
      sortable: true,
      align: 'end',
      width: '6rem',
      phone: 'sub',
      wide: true,
    },
  ],
  views: [{ key: 'all', label: 'All' }],
  facets: [],
  sort: 'name',
})
