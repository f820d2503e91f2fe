import { useState } from 'react'
import { css } from '#css/css'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { Button } from '#ui/button/button.tsx'
import { InviteAll } from '../invite-all.tsx'
import { TeamNames } from './team-names.tsx'

const UserDialog = lazyDialog(async () => (await import('../../dialogs/user-dialog.tsx')).UserDialog)
const ImportUsers = lazyDialog(async () => (await import('../../dialogs/import-users.tsx')).ImportUsers)

/** The people whose hours are entered, as a step of the first hour: from a list, or one by one. */
export default function PeopleStep() {
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={css({ column: '4' })}>
      <div className={css({ flow: '2.5' })}>
        <Button variant="outline" icon="upload" onClick={() => setOpen('import')}>
          Paste or import a list
        </Button>
        <Button variant="outline" icon="user-plus" onClick={() => setOpen('add')}>
          Add one person
        </Button>
        <InviteAll />
      </div>
      <TeamNames none="Only you so far." />
      {open === 'add' && <UserDialog onClose={close} />}
      {open === 'import' && <ImportUsers crew onClose={close} />}
    </div>
  )
}
