import { useState } from 'react'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { users, type User } from '../entities.ts'
import { csv } from '../parts/csv.ts'
import { countOf, isInvitable } from '../parts/invitable.ts'
import { InviteDialog } from './invite-dialog.tsx'

/** What a list of a crew means that says names alone: employees, whose hours are entered and who can be planned. */
const asCrew = (draft: Readonly<Record<string, unknown>>) => ({
  role: 'employee',
  track_time: true,
  schedulable: true,
  // Nobody signs in without an email address.
  ...(!draft.email && { has_access: false }),
  ...draft,
})

/**
 * Imports people from a list, and offers to invite those of them who have no password yet. With `crew` what it does not say
 * of somebody new is what a crew has in common.
 */
export const ImportUsers = ({ crew = false, onClose }: { crew?: boolean; onClose: () => void }) => {
  const [people, setPeople] = useState<readonly User[]>([])
  function invite(added: readonly User[]) {
    const invitable = added.filter(isInvitable)
    if (invitable.length) setPeople(invitable)
    else onClose()
  }
  if (people.length)
    return <InviteDialog people={people} title={`Invite ${countOf(people)} you just imported?`} onClose={onClose} />
  return (
    <ImportDialog
      entity={users}
      columns={csv}
      by={['email', 'employee_code', 'name']}
      example={'Name\tEmail\tRole\nAna Cruz\tana@example.com\tForeman\nBo Lind'}
      {...(crew && { complete: asCrew })}
      onClose={invite}
    />
  )
}
