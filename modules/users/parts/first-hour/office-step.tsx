import { useState } from 'react'
import { css } from '#css/css'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { Button } from '#ui/button/button.tsx'
import { isOffice } from './steps.ts'
import { InviteAll } from '../invite-all.tsx'
import { TeamNames } from './team-names.tsx'

const UserDialog = lazyDialog(async () => (await import('../../dialogs/user-dialog.tsx')).UserDialog)

/** Who approves time and plans, as a step of the first hour. */
export default function OfficeStep() {
  const [adding, setAdding] = useState(false)
  return (
    <div className={css({ column: '4' })}>
      <div className={css({ flow: '2.5' })}>
        <Button variant="outline" icon="user-plus" onClick={() => setAdding(true)}>
          Add and invite
        </Button>
        <InviteAll />
      </div>
      <TeamNames only={isOffice} none="Only you so far." />
      {adding && <UserDialog onClose={() => setAdding(false)} />}
    </div>
  )
}
