import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import type { List } from '#blocks/list-page/list.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ChangeAllDialog } from '../../dialogs/change-all-dialog.tsx'
import { timeEntries, type TimeEntry } from '../../entities.ts'
import { toReview } from '../../guards.ts'

/** The maximum number of records in one save request. */
const MOST = 500

/** Changes or reviews all entries that match the list's filters, after showing their number. @useSignals */
export const ChangeAll = ({ list }: { list: List<TimeEntry> }) => {
  const may = useMay()
  const report = useOutcome()
  const resource = useResource(timeEntries)
  const [entries, setEntries] = useState<readonly TimeEntry[] | null>(null)
  const [open, setOpen] = useState<'change' | 'review' | null>(null)
  const [busy, during] = useBusy()
  const total = list.total.value ?? 0
  const close = () => setOpen(null)

  async function begin(what: 'change' | 'review') {
    const { filters, ...rest } = list.state.peek()
    const answer = await during(resource.fetchAll({ ...rest, ...filters }))
    if (!answer.ok) return void toastFailure(answer)
    if (answer.data.length > MOST)
      return void toast.error(
        `${answer.data.length} entries are too many at once. Filter the list down to ${MOST} or fewer.`,
      )
    setEntries(answer.data)
    setOpen(what)
  }
  async function review() {
    const ids = toReview(entries ?? [])
    const result = await during(resource.actOnAll('review_all', { ids }))
    if (report(result, `${ids.length} entries reviewed.`)) close()
  }
  if (!total || !may(timeEntries, 'edit')) return null
  return (
    <span className={css({ display: { base: 'none', md: 'contents' } })}>
      <Menu
        label="All shown"
        trigger={
          <Button variant="outline" icon="list-checks" loading={busy}>
            All shown
          </Button>
        }
        items={[
          { label: 'Change all', icon: 'pencil', onSelect: () => void begin('change') },
          ...(may(timeEntries, 'review_all')
            ? [{ label: 'Review all', icon: 'check', onSelect: () => void begin('review') }]
            : []),
        ]}
      />
      {open === 'change' && entries && <ChangeAllDialog entries={entries} onClose={close} />}
      <ConfirmDialog
        open={open === 'review'}
        title="Review all?"
        message={`This marks ${toReview(entries ?? []).length} entries in the filtered list as reviewed.`}
        confirm="Review"
        loading={busy}
        onCancel={close}
        onConfirm={() => void review()}
      />
    </span>
  )
}
