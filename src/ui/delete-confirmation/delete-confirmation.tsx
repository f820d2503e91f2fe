import { ConfirmDialog, type ConfirmDialogProps } from '#ui/confirm-dialog/confirm-dialog.tsx'

/** Asks for confirmation of a deletion. */
export const DeleteConfirmation = ({
  message = 'Delete this item?',
  ...props
}: Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel' | 'loading'> & { message?: string }) => (
  <ConfirmDialog {...props} title="Delete" message={message} confirm="Delete" danger />
)
