import { useDeferredValue, useMemo, useState } from 'react'
import { signal } from '@preact/signals-react'
import { useLocation, useSearch } from 'wouter'
import { useInAddress } from '#blocks/address/address.ts'
import { toCsv, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { downloadText } from '#lib/csv.ts'
import { textKey } from '#lib/text-key.ts'
import { toast } from '#ui/toast/toast.tsx'
import type { Project } from '../../projects/entities.ts'
import { defaultLevel } from '../access.ts'
import { documents, type Document, type Folder } from '../entities.ts'
import { mayUploadAt } from '../guards.ts'
import { flat, sumOf, treeOf, wayTo } from '../tree.ts'
import type { Order } from './document-list.tsx'
import { useDocuments } from './use-documents.ts'
import { useFolders } from './use-folders.ts'
import { useTextHits } from './use-text-hits.ts'

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

/** What of a project's documents is open, sought and marked, and the way from there. @useSignals */
export function useShelf(project: Project) {
  const { session, store } = useServices()
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch())
  const folderId = Number(chosen.get('folder')) || null
  const documentId = Number(chosen.get('document')) || null
  const [search, setSearch] = useState('')
  const [status, setStatus] = useInAddress('status', ['active', 'archived'])
  const archived = status === 'archived'
  const [sort, setSort] = useInAddress('sort', readSort)
  const order = orderOf(sort)
  const [marks, setMarks] = useState<ReadonlySet<Id>>(new Set())
  const sought = useDeferredValue(textKey(search.trim()))
  const { all, query: folderQuery } = useFolders(project.id)
  const folder = all.find(({ id }) => id === folderId) ?? null
  const everywhere = folder === null || sought !== ''
  const trees = treeOf(all)
  const here = folder ? flat(trees).filter((branch) => branch.folder.id === folder.id) : trees
  const list = useDocuments(project.id, {
    filters: {
      ...(archived && { status: 'archived' }),
      ...(folder && (everywhere ? { below: folder.id } : { folder_id: folder.id })),
    },
    order,
    expected: everywhere ? here.reduce((sum, branch) => sum + sumOf(branch, countOf), 0) : (folder?.documents ?? 0),
    search: sought,
  })
  const user = session.user.value
  const readOnly = project.archived_at !== null
  const level = folder ? folder.my_level : user ? defaultLevel(user) : 'none'
  const hits = useTextHits(project.id, sought)
  const isSought = ({ id, name }: Document) => !sought || textKey(name).includes(sought) || hits.has(id)
  const ids = useSummary(list.items, (listed) => listed.flatMap((one) => (isSought(one) ? one.id : [])), [sought, hits])
  const items = useMemo(() => ids.flatMap((id) => store.of(documents).item(id) ?? []), [ids, store])
  const chosenItems = useMemo(() => signal(items.filter((item) => marks.has(item.peek().id))), [items, marks])
  const base = `/projects/${project.id}/documents`
  const show = (into: Id | null, document?: Document) => {
    const parts = [...(into === null ? [] : [`folder=${into}`]), ...(document ? [`document=${document.id}`] : [])]
    navigate(parts.length ? `${base}?${parts.join('&')}` : base)
  }
  const open = (document: Document) => navigate(`${base}/${document.id}`)
  const nameOf = (id: Id) =>
    wayTo(id, all)
      .map(({ name }) => name)
      .join(' / ')
  const opened = { project, folder, folderId, documentId, all, trees, folderQuery, level, readOnly }
  const found = { list, items, search, setSearch, sought, archived, setStatus, order, setSort, everywhere }
  return {
    ...opened,
    ...found,
    show,
    open,
    nameOf,
    setMarks,
    marked: useRecords(chosenItems),
    selected: documentId !== null && ids.includes(documentId) ? (store.of(documents).get(documentId) ?? null) : null,
    mayUpload: folder !== null && mayUploadAt(level) && !readOnly,
    /** On a wide screen a document is shown beside the list, else on a page of its own. */
    select: (document: Document) =>
      matchMedia('(min-width: 1280px)').matches ? show(folderId, document) : open(document),
    levelIn: ({ folder_id }: Document) => all.find(({ id }) => id === folder_id)?.my_level ?? 'none',
    mark(ids: readonly Id[], on: boolean) {
      const others = [...marks].filter((id) => !ids.includes(id))
      setMarks(new Set(on ? [...others, ...ids] : others))
    },
    async exportList() {
      const rows = await list.all()
      if (!rows) return void toast.error('The list could not be loaded. Try again.')
      const columns: CsvColumn<Document>[] = [
        { name: 'name' },
        { name: 'folder', header: 'Folder', write: ({ folder_id }) => nameOf(folder_id) },
        { name: 'version' },
        { name: 'user_name', header: 'By' },
        { name: 'updated_at', header: 'Changed' },
        { name: 'size', header: 'Bytes' },
      ]
      return downloadText(`${folder?.name ?? 'Documents'}.csv`, toCsv(documents, columns, rows.filter(isSought)))
    },
  }
}
export type Shelf = ReturnType<typeof useShelf>
