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
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
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
