import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

/** Says one thing that must be read, with one button to say it was. */
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
