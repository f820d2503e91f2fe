import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { alreadyExported } from '../guards.ts'
import type { PayrollWeek } from '../rows.ts'

interface ExportAgainProps {
  weeks: readonly PayrollWeek[]
  loading: boolean
  onClose: () => void
  onNew: () => void
  onAll: () => void
}

/** Asks how to export weeks that were exported before, so that nobody is paid twice by accident. */
export const ExportAgainDialog = ({ weeks, loading, onClose, onNew, onAll }: ExportAgainProps) => {
  const fresh = weeks.filter(({ batch_id }) => batch_id === null)
  const isWhole = fresh.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export again?"
      role="alertdialog"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant={isWhole ? 'danger' : 'outline'} loading={loading} onClick={onAll}>
            {isWhole ? 'Export as DUPLICATE' : `All ${weeks.length}, as DUPLICATE`}
          </Button>
          {!isWhole && (
            <Button loading={loading} onClick={onNew}>
              Only the {fresh.length} new
            </Button>
          )}
        </>
      }
    >
      <p>{alreadyExported(weeks).duplicate?.[0]}.</p>
      <p>Weeks exported again are marked DUPLICATE in the file and in its name, so that nobody is paid twice.</p>
    </Dialog>
  )
}
