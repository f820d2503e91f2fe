import { useState } from 'react'
import { useMay } from '#blocks/offered/offered.tsx'
import type { ShareDialogProps } from '../dialogs/share-links-dialog.tsx'
import { shareLinks } from '../entities.ts'
import { ShareDialog } from './share-dialog.tsx'

/** The entry of a menu that shares something by link, for those who may share it, and its dialog. @useSignals */
export function useShareLink(about: Omit<ShareDialogProps, 'onClose'>, isShared: boolean) {
  const [isOpen, setOpen] = useState(false)
  const isOffered = useMay()(shareLinks, 'send', { project_id: about.project_id }) && isShared
  const item = { label: 'Share by link', icon: 'share', onSelect: () => setOpen(true) }
  return {
    items: isOffered ? [item] : [],
    dialog: isOpen && <ShareDialog {...about} onClose={() => setOpen(false)} />,
  }
}
