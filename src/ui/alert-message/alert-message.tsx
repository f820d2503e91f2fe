import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

/** A dialog with a message that the user must acknowledge. */
export const AlertMessage = ({
  open,
  onClose,
  title,
  children,
}: {
  /** Whether it is shown. */
  open: boolean
  /** Called on the button and on Escape. The parent must close it. */
  onClose: () => void
  /** What happened, in a few words. */
  title: ReactNode
  /** What it means, and what to do about it. */
  children: ReactNode
}) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={title}
    role="alertdialog"
    size="sm"
    footer={<Button onClick={onClose}>OK</Button>}
  >
    {children}
  </Dialog>
)
