import { useState } from 'react'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import type { ActionOf } from '#core/entity/entity.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { RfiDialog } from '../dialogs/rfi-dialog.tsx'
import { rfis, type Rfi } from '../entities.ts'

const said: Partial<Record<ActionOf<typeof rfis>, string>> = {
  send: 'RFI sent.',
  unsend: 'RFI taken back.',
  resolve: 'RFI resolved.',
  unresolve: 'RFI is open again.',
}

/** What may be done with an RFI next, by whoever wrote it or may edit RFIs. @useSignals */
export const RfiSteps = ({ rfi, onDelete }: { rfi: Rfi; onDelete: () => void }) => {
  const { session, api } = useServices()
  const resource = useResource(rfis)
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const user = session.user.value
  const mayEdit = can('edit', 'rfis')(user) || (rfi.user_id === user?.id && can('create', 'rfis')(user))
  async function take(step: ActionOf<typeof rfis>) {
    setBusy(true)
    const result = await resource.act(rfi.id, step)
    setBusy(false)
    if (result.ok) toast.success(said[step] ?? 'Done.')
    else toast.error(messageOf(result) ?? result.message)
  }
  async function save() {
    setBusy(true)
    const { rfiFile } = await import('./rfi-pdf.ts')
    await rfiFile(rfi, api).catch(() => toast.error('The file could not be made.'))
    setBusy(false)
  }
  return (
    <>
      {mayEdit && !rfi.sent_at && (
        <Button icon="send" loading={busy} onClick={() => void take('send')}>
          Send
        </Button>
      )}
      {mayEdit && rfi.sent_at && !rfi.resolved_at && (
        <Button variant="outline" icon="check" loading={busy} onClick={() => void take('resolve')}>
          Resolve
        </Button>
      )}
      <Menu
        label="More"
        trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
        items={[
          ...(mayEdit && !rfi.resolved_at ? [{ label: 'Edit', icon: 'pencil', onSelect: () => setEditing(true) }] : []),
          { label: 'PDF', icon: 'download', onSelect: () => void save() },
          ...(mayEdit && rfi.sent_at && !rfi.resolved_at
            ? [{ label: 'Unsend', icon: 'undo-2', onSelect: () => void take('unsend') }]
            : []),
          ...(mayEdit && rfi.resolved_at
            ? [{ label: 'Unresolve', icon: 'undo-2', onSelect: () => void take('unresolve') }]
            : []),
          ...(can('delete', 'rfis')(user)
            ? [{ label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: onDelete }]
            : []),
        ]}
      />
      {editing && <RfiDialog record={rfi} onClose={() => setEditing(false)} />}
    </>
  )
}
