import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { ImportIcsDialog } from '../dialogs/import-ics-dialog.tsx'
import { SubscribeDialog } from '../dialogs/subscribe-dialog.tsx'
import { plans } from '../guards.ts'

/** What else can be done with the schedule: subscribe to it, import, export, print. @useSignals */
export const ScheduleMenu = ({ items = [] }: { items?: readonly MenuItem[] }) => {
  const { session } = useServices()
  const [open, setOpen] = useState<'subscribe' | 'import' | null>(null)
  return (
    <>
      <Menu
        label="More"
        trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
        items={[
          { label: 'Subscribe', icon: 'calendar-days', onSelect: () => setOpen('subscribe') },
          ...(plans(session.user.value)
            ? [{ label: 'Import .ics', icon: 'upload', onSelect: () => setOpen('import') }]
            : []),
          ...items,
        ]}
      />
      {open === 'subscribe' && <SubscribeDialog onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportIcsDialog onClose={() => setOpen(null)} />}
    </>
  )
}
