import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

/** A dialog with a message that the user must acknowledge. */
export const AlertMessage = ({
  open,
  onClose,
  title,
  children,
  label = 'OK',
}: {
  /** Whether it is shown. */
  open: boolean
  /** Called on the button and on Escape. The parent must close it. */
  onClose: () => void
  /** What happened, in a few words. */
  title: ReactNode
  /** What it means, and what to do about it. */
  children: ReactNode
  /** The button’s text. */
  label?: string
}) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={title}
    role="alertdialog"
    size="sm"
    footer={<Button onClick={onClose}>{label}</Button>}
  >
    {children}
  </Dialog>
)
