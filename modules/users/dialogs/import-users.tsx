import { useState } from 'react'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { users, type User } from '../entities.ts'
import { csv } from '../parts/csv.ts'
import { countOf, isInvitable } from '../parts/invitable.ts'
import { InviteDialog } from './invite-dialog.tsx'

/** Imports people from a CSV file, and offers to invite those of them who have no password yet. */
export const ImportUsers = ({ onClose }: { onClose: () => void }) => {
  const [people, setPeople] = useState<readonly User[]>([])
  function invite(added: readonly User[]) {
    const invitable = added.filter(isInvitable)
    if (invitable.length) setPeople(invitable)
    else onClose()
  }
  if (people.length)
    return <InviteDialog people={people} title={`Invite ${countOf(people)} you just imported?`} onClose={onClose} />
  return <ImportDialog entity={users} columns={csv} by={['email', 'employee_code', 'name']} onClose={invite} />
}
