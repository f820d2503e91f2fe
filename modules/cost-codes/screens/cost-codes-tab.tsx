import { useCallback, useMemo, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Items } from '#core/store/records.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useAddAction } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useMay, useTells } from '#blocks/offered/offered.tsx'
import { ParentScope, useResource, useServices } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { Project } from '../../projects/entities.ts'
import { CategoriesDialog } from '../dialogs/categories-dialog.tsx'
import { CodeDialog } from '../dialogs/code-dialog.tsx'
import { CopyDialog } from '../dialogs/copy-dialog.tsx'
import { ImportCodes } from '../dialogs/import-codes.tsx'
import { costCodeCategories, costCodes, type CostCode, type CostCodeCategory } from '../entities.ts'
import { CodeList, type ListTools } from '../parts/code-list.tsx'
import { exportCodes } from '../parts/code-file.ts'
import { groupCodes, inOrder, newSorts, shownOf, totalOf, type Group, type Status } from '../parts/grouping.ts'
import { saveInBatches } from '../parts/save-in-batches.ts'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'all', label: 'All' },
] as const

type Open =
  | { dialog: 'code'; record?: CostCode; category?: Id | null }
  | { dialog: 'delete'; record: CostCode }
  | { dialog: 'categories' | 'copy' | 'import' }

/** The Cost Codes tab of a project (rule project-tabs). */
export default function CostCodesTab({ record: project }: TabProps<Project>) {
  return (
    <ParentScope project_id={project.id}>
      <Codes project={project} />
    </ParentScope>
  )
}

const Codes = ({ project }: { project: Project }) => {
  const may = useMay()
  const [status, setStatus] = useState<Status>('active')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open | null>(null)
  const { items, categoryItems, count, isBare } = useCodes(project.id)
  const mayEdit = may(costCodes, 'edit') && project.archived_at === null
  const tools = useTools(items, setOpen)
  const close = () => setOpen(null)
  const add = useCallback(() => setOpen({ dialog: 'code' }), [])
  useAddAction(mayEdit ? { label: 'Add cost code', onAdd: add } : null)
  const none = count === 0 && isBare
  // A project loaded from a list does not include its codes; they arrive when the project itself is fetched.
  if (none && project.cost_codes === undefined) return <SkeletonRows />
  return (
    <>
      <div className={bar}>
        {!none && (
          <>
            <div className={searchBox}>
              <TextInput
                type="search"
                aria-label="Search cost codes"
                placeholder="Number, name or category"
                value={search}
                onChange={setSearch}
              />
            </div>
            <Segmented aria-label="Use" value={status} onChange={setStatus} options={statuses} />
            <Counted {...{ items, categoryItems, status, search }} />
          </>
        )}
        <Menu
          label="More for cost codes"
          trigger={
            <Button variant="outline" icon="ellipsis" aria-label="More for cost codes">
              More
            </Button>
          }
          items={[
            ...(mayEdit
              ? [
                  { label: 'Copy from defaults', icon: 'copy' as const, onSelect: () => setOpen({ dialog: 'copy' }) },
                  {
                    label: 'Categories',
                    icon: 'folder-tree' as const,
                    onSelect: () => setOpen({ dialog: 'categories' }),
                  },
                  { label: 'Import CSV', icon: 'upload' as const, onSelect: () => setOpen({ dialog: 'import' }) },
                ]
              : []),
            {
              label: 'Export CSV',
              icon: 'download',
              disabled: count === 0,
              onSelect: () => exportCodes(project.number, valuesOf(categoryItems), valuesOf(items)),
            },
          ]}
        />
      </div>
      {none ? (
        <EmptyState
          icon="hash"
          title="No cost codes yet."
          action={
            mayEdit && (
              <Button variant="outline" icon="copy" onClick={() => setOpen({ dialog: 'copy' })}>
                Copy from defaults
              </Button>
            )
          }
        >
          {mayEdit ? 'Hours are booked on cost codes. Start with your company’s defaults.' : 'The office adds them.'}
        </EmptyState>
      ) : (
        <Listed {...{ items, categoryItems, status, search }} tools={mayEdit ? tools : null} />
      )}
      {open?.dialog === 'code' && (
        <CodeDialog
          project_id={project.id}
          record={open.record}
          initial={{ cost_code_category_id: open.category ?? null }}
          onClose={close}
        />
      )}
      {open?.dialog === 'delete' && <DeleteRecord entity={costCodes} record={open.record} onClose={close} />}
      {open?.dialog === 'categories' && <CategoriesDialog project_id={project.id} onClose={close} />}
      {open?.dialog === 'copy' && <CopyDialog project_id={project.id} onClose={close} />}
      {open?.dialog === 'import' && <ImportCodes project_id={project.id} onClose={close} />}
    </>
  )
}

const counts = (count: number) => `${count} ${count === 1 ? 'code' : 'codes'}`

function useCodes(project_id: Id) {
  const parents = { params: { project_id }, ask: false }
  const { items: categoryItems } = useQuery(costCodeCategories, parents)
  const { items } = useQuery(costCodes, parents)
  const count = useSummary(items, (all) => all.length, [])
  const isBare = useSummary(categoryItems, (all) => all.length === 0, [])
  return { items, categoryItems, count, isBare }
}

interface Asked {
  items: ReadonlySignal<Items<CostCode>>
  categoryItems: ReadonlySignal<Items<CostCodeCategory>>
  status: Status
  search: string
}

/** A project's codes by category, as far as they are shown. */
function useGroups({ items, categoryItems, status, search }: Asked) {
  const categories = useSummary(
    categoryItems,
    (all) => all.map(({ id, number, name, sort }) => ({ id, number, name, sort })),
    [],
  )
  return useSummary(items, (all) => shownOf(groupCodes(categories, all, { status, search })), [
    categories,
    status,
    search,
  ])
}

const Counted = (asked: Asked) => <span className={counted}>{counts(totalOf(useGroups(asked)).count)}</span>

const Listed = ({ tools, ...asked }: Asked & { tools: ListTools | null }) => {
  const tells = useTells()
  const groups = useGroups(asked)
  const { search, status } = asked
  return groups.length ? (
    <CodeList groups={groups} tools={tools} sorting={search === '' && tells(costCodes, 'sort')} />
  ) : (
    <EmptyState icon="search" title="Nothing found.">
      {search ? `Nothing here matches “${search}”.` : `No ${status} codes.`}
    </EmptyState>
  )
}

const valuesOf = <R,>(items: ReadonlySignal<Items<R>>): R[] => items.peek().map((item) => item.peek())

/** The actions of the code list. */
function useTools(items: ReadonlySignal<Items<CostCode>>, setOpen: (open: Open) => void): ListTools {
  const services = useServices()
  const resource = useResource(costCodes)
  const report = useOutcome()
  return useMemo(
    () => ({
      onAdd: (category) => setOpen({ dialog: 'code', category: category?.id ?? null }),
      onEdit: (record) => setOpen({ dialog: 'code', record }),
      onDelete: (record) => setOpen({ dialog: 'delete', record }),
      async onToggle({ id, active, name }) {
        const saved = await resource.save({ id, active: !active })
        report(saved, active ? `${name} deactivated.` : `${name} activated.`)
      },
      async onOrder({ category }: Group, order: readonly Id[]) {
        const own = valuesOf(items)
          .filter((code) => code.cost_code_category_id === (category?.id ?? null))
          .toSorted(inOrder)
        const saved = await saveInBatches(services, resource, newSorts(own, order))
        if (!saved.ok) toastFailure(saved)
      },
    }),
    [services, resource, items, setOpen, report],
  )
}

const bar = css({ wrap: '2.5', marginBottom: '3.5' })
const searchBox = css({ flex: { base: '1 1 100%', sm: '0 1 18rem' } })
const counted = css({ flex: '1', color: 'muted', whiteSpace: 'nowrap' })
