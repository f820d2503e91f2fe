import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { ImportIcsDialog } from '../dialogs/import-ics-dialog.tsx'
import { LastChanges } from '#blocks/history/last-changes.tsx'
import { scheduleEvents, timeOffRequests } from '../entities.ts'
import { SubscribeDialog } from '../dialogs/subscribe-dialog.tsx'
import { plans } from '../guards.ts'

const dependsOn = [scheduleEvents]

/** What else can be done with the schedule: subscribe to it, ask for time off, import, export, print. @useSignals */
export const ScheduleMenu = ({ items = [] }: { items?: readonly MenuItem[] }) => {
  const { session, settings } = useServices()
  const may = useMay()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'subscribe' | 'import' | 'changes' | null>(null)
  return (
    <>
      <Menu
        label="More"
        trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
        items={[
          { label: 'Subscribe', icon: 'calendar-days', onSelect: () => setOpen('subscribe') },
          ...(may(timeOffRequests, 'create')
            ? [{ label: 'Time off', icon: 'sun', onSelect: () => navigate('/schedule/time-off') } as const]
            : []),
          ...(plans(session.user.value)
            ? [{ label: 'Import .ics', icon: 'upload', onSelect: () => setOpen('import') } as const]
            : []),
          ...(plans(session.user.value) && settings.value.features.includes('undo')
            ? [{ label: 'Last changes', icon: 'history', onSelect: () => setOpen('changes') } as const]
            : []),
          ...items,
        ]}
      />
      {open === 'subscribe' && <SubscribeDialog onClose={() => setOpen(null)} />}
      {open === 'changes' && <LastChanges entity={scheduleEvents} of={dependsOn} onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportIcsDialog onClose={() => setOpen(null)} />}
    </>
  )
}
