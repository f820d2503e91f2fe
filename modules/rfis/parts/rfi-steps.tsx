import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.ts'
import { can } from '#core/access/access.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { RfiDialog } from '../dialogs/rfi-dialog.tsx'
import { rfis, type Rfi } from '../entities.ts'

/** The actions on an RFI: the next step as a button, everything else in a menu. @useSignals */
export const RfiSteps = ({ rfi, onDelete }: { rfi: Rfi; onDelete: () => void }) => {
  const services = useServices()
  const { session } = services
  const { steps, busy } = useSteps(rfis, rfi)
  const [editing, setEditing] = useState(false)
  const [saving, setSaving] = useState(false)
  const user = session.user.value
  const mayEdit = can('edit', 'rfis')(user) || (rfi.user_id === user?.id && can('create', 'rfis')(user))
  const next = steps.find(({ action }) => action === (rfi.sent_at ? 'resolve' : 'send'))
  async function save() {
    setSaving(true)
    const { rfiFile } = await import('./rfi-pdf.ts')
    await rfiFile(rfi, services).catch(() => toast.error('The file could not be created.'))
    setSaving(false)
  }
  return (
    <>
      {next && (
        <Button
          {...(!next.primary && { variant: 'outline' })}
          icon={next.icon ?? 'circle'}
          loading={busy}
          onClick={() => void next.take()}
        >
          {next.label}
        </Button>
      )}
      <Menu
        label="More"
        trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" loading={saving} />}
        items={[
          ...(mayEdit && !rfi.resolved_at ? [{ label: 'Edit', icon: 'pencil', onSelect: () => setEditing(true) }] : []),
          { label: 'PDF', icon: 'download', onSelect: () => void save() },
          ...steps
            .filter((step) => step !== next)
            .map(({ label, icon = 'circle', take }) => ({ label, icon, onSelect: () => void take() })),
          ...(can('delete', 'rfis')(user)
            ? [{ label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: onDelete }]
            : []),
        ]}
      />
      {editing && <RfiDialog record={rfi} onClose={() => setEditing(false)} />}
    </>
  )
}
