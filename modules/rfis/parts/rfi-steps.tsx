import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { can } from '#core/access/access.ts'
import { toast } from '#ui/toast/toast.tsx'
import RfiDialog from '../dialogs/rfi-dialog.tsx'
import { rfis, type Rfi } from '../entities.ts'
import { useOfficial } from './use-official.tsx'

/** The actions on an RFI: the next step as a button, everything else in a menu. @useSignals */
export const RfiSteps = ({ rfi, onDelete }: { rfi: Rfi; onDelete: () => void }) => {
  const services = useServices()
  const { session } = services
  const [editing, setEditing] = useState(false)
  const user = session.user.value
  const official = useOfficial(rfi)
  const mayEdit = can('edit', 'rfis')(user) || (rfi.user_id === user?.id && can('create', 'rfis')(user))
  async function save() {
    const { rfiFile } = await import('./rfi-pdf.ts')
    await rfiFile(rfi, services).catch(() => toast.error('The file could not be created.'))
  }
  return (
    <>
      <Steps
        entity={rfis}
        record={rfi}
        {...(official && { asks: { resolve: official } })}
        items={[
          ...(mayEdit && !rfi.resolved_at ? [{ label: 'Edit', icon: 'pencil', onSelect: () => setEditing(true) }] : []),
          { label: 'PDF', icon: 'download', onSelect: () => void save() },
          ...(can('delete', 'rfis')(user)
            ? [{ label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: onDelete }]
            : []),
        ]}
      />
      {editing && <RfiDialog project_id={rfi.project_id} record={rfi} onClose={() => setEditing(false)} />}
    </>
  )
}
