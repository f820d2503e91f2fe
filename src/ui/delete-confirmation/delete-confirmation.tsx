import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'

export interface DeleteConfirmationProps {
  /** Whether it is shown. */
  open: boolean
  /** What goes with it, if more than the item does. */
  message?: string
  /** Called on Delete. The parent must close the dialog. */
  onConfirm: () => void
  /** Called on Cancel and Escape. The parent must close the dialog. */
  onCancel: () => void
  /** Shows that it is under way, and lets nobody confirm twice. */
  loading?: boolean
}

/** Asks for confirmation of a deletion. */
export const DeleteConfirmation = ({ message = 'Delete this item?', ...props }: DeleteConfirmationProps) => (
  <ConfirmDialog {...props} title="Delete" message={message} confirm="Delete" danger />
)
