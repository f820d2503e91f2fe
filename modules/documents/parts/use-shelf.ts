import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { computed } from '@preact/signals-react'
import { useLocation, useSearch } from 'wouter'
import { useInAddress } from '#blocks/address/address.ts'
import { toCsv, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { useDerived } from '#blocks/query/use-derived.ts'
import { useSummary, useSummarySignal } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Store } from '#core/store/store.ts'
import { downloadText } from '#lib/csv.ts'
import { textKey } from '#lib/text-key.ts'
import { useWide } from '#ui/table/use-width.ts'
import { toast } from '#ui/toast/toast.tsx'
import type { Project } from '../../projects/entities.ts'
import { defaultLevel } from '../access.ts'
import { documents, folders, type Document, type Folder } from '../entities.ts'
import { mayUploadAt } from '../guards.ts'
import type { Order } from './document-list.tsx'
import { useDocuments } from './use-documents.ts'
import { pathOf } from './folder-path.tsx'
import { countIn, useFolder, useFolderQuery, useTree } from './use-folders.ts'

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

const addressOf = (base: string, folder: Id | null) => (folder === null ? base : `${base}?folder=${folder}`)
const countOf = ({ documents: n }: Folder): number => n
const readingOf = ({ documents_being_read: n }: Folder): number => n

/** How many of the searched files are still being read. Folders do not count archived files. @useSignals */
function useReading({ items }: ReturnType<typeof useFolderQuery>, folderId: Id | null, archived: boolean): number {
  const beingRead = useTree(items, readingOf)
  return useDerived(() => (archived ? 0 : countIn(beingRead.value, folderId)), [archived, beingRead, folderId])
}

/** The list as a table; told by a message where it cannot be fetched. */
function exportRows(store: Store, name: string, rows: readonly Document[] | null): void {
  if (!rows) return void toast.error('The list could not be loaded. Try again.')
  const columns: CsvColumn<Document>[] = [
    { name: 'name' },
    { name: 'folder', header: 'Folder', write: ({ folder_id }) => pathOf(store, folders, folder_id) },
    { name: 'version' },
    { name: 'user_name', header: 'By' },
    { name: 'updated_at', header: 'Changed' },
    { name: 'size', header: 'Bytes' },
  ]
  downloadText(`${name}.csv`, toCsv(documents, columns, rows))
}

/** What of a project's documents is open, sought and marked, and the way from there. @useSignals */
export function useShelf(project: Project) {
  const { session, store } = useServices()
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch())
  const folderId = Number(chosen.get('folder')) || null
  const documentId = Number(chosen.get('document')) || null
  const [search, setSearch] = useState('')
  const searchInput = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useInAddress('status', ['active', 'archived'])
  const archived = status === 'archived'
  const [sort, setSort] = useInAddress('sort', readSort)
  const order = orderOf(sort)
  const sought = useDeferredValue(textKey(search.trim()))
  const folderQuery = useFolderQuery(project.id)
  const tree = useTree(folderQuery.items, countOf)
  const levels = useSummary(folderQuery.items, (all) => Object.fromEntries(all.map(levelOf)), [])
  const folder = useFolder(folderQuery.items, folderId)
  const hasBelow = useSummary(folderQuery.items, (all) => all.some(({ parent_id }) => parent_id === folderId), [
    folderId,
  ])
  const everywhere = folder === null || sought !== ''
  const expected = useMemo(
    () => computed(() => (everywhere ? countIn(tree.value, folderId) : (folder?.documents ?? 0))),
    [tree, everywhere, folderId, folder],
  )
  const reading = useReading(folderQuery, folderId, archived)
  const list = useDocuments(project.id, {
    filters: {
      ...(archived && { status: 'archived' }),
      ...(folder && (everywhere ? { below: folder.id } : { folder_id: folder.id })),
    },
    order,
    expected: expected.value,
    search: sought,
    reading,
  })
  const user = session.user.value
  const readOnly = project.archived_at !== null
  const level = folder ? folder.my_level : user ? defaultLevel(user) : 'none'
  const { found } = list
  const isSought = ({ id, name }: Document) => !sought || textKey(name).includes(sought) || found?.has(id) === true
  const ids = useSummarySignal(list.items, (all) => all.flatMap((one) => (isSought(one) ? one.id : [])), [
    sought,
    found,
  ])
  const isEmpty = useDerived(() => ids.value.length === 0, [ids])
  const isHere = useDerived(() => documentId !== null && ids.value.includes(documentId), [ids, documentId])
  const base = `/projects/${project.id}/documents`
  // The same for as long as the folder is open, so that rows do not render for others.
  const show = useCallback((into: Id | null) => navigate(addressOf(base, into)), [navigate, base])
  const address = addressOf(base, folderId)
  const isBeside = useWide()
  const hrefOf = useCallback(
    ({ id }: Document) => (isBeside ? `${address}${address === base ? '?' : '&'}document=${id}` : `${base}/${id}`),
    [isBeside, address, base],
  )
  const opened = { project, folder, folderId, documentId, tree, hasBelow, folderQuery, level, readOnly }
  const listed = {
    list,
    ids,
    isEmpty,
    /** Whether it is not known yet whether there are any. */
    isNew: list.isNew || (sought !== '' && isEmpty && found === null),
    reading,
    search,
    setSearch,
    searchInput,
    sought,
    archived,
    setStatus,
    order,
    setSort,
    everywhere,
  }
  return {
    ...opened,
    ...listed,
    show,
    address,
    /** On a wide screen a document is shown beside the list, else on a page of its own. */
    hrefOf,
    selected: isHere ? documentId : null,
    mayUpload: folder !== null && mayUploadAt(level) && !readOnly,
    levelIn: ({ folder_id }: Document) => levels[folder_id] ?? 'none',
    exportList: async () => exportRows(store, folder?.name ?? 'Documents', await list.all()),
  }
}
export type Shelf = ReturnType<typeof useShelf>

const levelOf = ({ id, my_level }: Folder) => [id, my_level] as const
