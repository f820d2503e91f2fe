import { type ReactNode, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

export interface ConfirmDialogProps {
  /** Whether it is shown. */
  open: boolean
  /** The question, in a few words. */
  title?: ReactNode
  /** What will happen, with its figures. */
  message: ReactNode
  /** The text of the button that goes on: the verb of the title. */
  confirm?: string
  /** The text of the button that changes nothing. */
  cancel?: string
  /** Called on the confirming button. The parent must close the dialog. */
  onConfirm: () => void
  /** Called on Cancel and Escape. The parent must close the dialog. */
  onCancel: () => void
  /** Shows that it is under way, and lets nobody confirm twice. */
  loading?: boolean
  /** Marks a destructive action, for which the focus starts on Cancel. */
  danger?: boolean
  /** Proposes Cancel: it is the solid button, and has the focus. */
  needless?: boolean
  /** Another way to go on, beside `confirm`. */
  other?: { readonly label: string; readonly onSelect: () => void } | undefined
}

/** Asks for confirmation of an action. Escape and Cancel decline. */
export const ConfirmDialog = ({
  open,
  title = 'Are you sure?',
  message,
  confirm = 'Confirm',
  cancel = 'Cancel',
  onConfirm,
  onCancel,
  loading,
  danger,
  needless = false,
  other,
}: ConfirmDialogProps) => {
  const safe = useRef<HTMLButtonElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      role="alertdialog"
      size="sm"
      initialFocus={danger || needless ? safe : main}
      footer={
        <>
          <Button ref={safe} variant={needless ? 'solid' : 'outline'} onClick={onCancel}>
            {cancel}
          </Button>
          {other && (
            <Button variant="outline" onClick={other.onSelect}>
              {other.label}
            </Button>
          )}
          <Button
            ref={main}
            variant={danger ? 'danger' : needless ? 'outline' : 'solid'}
            loading={loading}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {message}
    </Dialog>
  )
}
