import { useState } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { SetupGroup } from '#blocks/setup-list/setup-group.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { costCodeCategories, type CostCodeCategory } from '../entities.ts'
import { inOrder, nextSort } from '../parts/grouping.ts'
import { CategoryDialog } from './category-dialog.tsx'

/** Lists a project's cost code categories, to sort, add, edit and delete them. */
export const CategoriesDialog = ({ project_id, onClose }: { project_id: Id; onClose: () => void }) => {
  const [open, setOpen] = useState<{ record?: CostCodeCategory } | null>(null)
  const [deleting, setDeleting] = useState<CostCodeCategory | null>(null)
  const { items: mine } = useQuery(costCodeCategories, { params: { project_id }, ask: false })
  const items = useRecords(mine).toSorted(inOrder)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Categories"
      footer={
        <Button icon="plus" onClick={() => setOpen({})}>
          Add category
        </Button>
      }
    >
      {items.length === 0 ? (
        <p className={css({ color: 'muted' })}>No categories yet. Their numbers come first in a code’s label.</p>
      ) : (
        <SetupGroup
          entity={costCodeCategories}
          ids={items.map(({ id }) => id)}
          onEdit={(record) => setOpen({ record })}
          onDelete={setDeleting}
        />
      )}
      {open && (
        <CategoryDialog record={open.record} initial={{ sort: nextSort(items) }} onClose={() => setOpen(null)} />
      )}
      {deleting && <DeleteRecord entity={costCodeCategories} record={deleting} onClose={() => setDeleting(null)} />}
    </Dialog>
  )
}
