import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { Button } from '#ui/button/button.tsx'
import { users } from '../entities.ts'
import { countOf, isInvitable } from './invitable.ts'

const InviteDialog = lazyDialog(async () => (await import('../dialogs/invite-dialog.tsx')).InviteDialog)

/** Offers to invite everyone who may sign in and never did. @useSignals */
export const InviteAll = () => {
  const { items } = useQuery(users, { filters: { status: 'active' }, ask: false })
  const [asking, setAsking] = useState(false)
  const missing = useRecords(items).filter((one) => isInvitable(one) && !one.last_login_at)
  if (!missing.length) return null
  return (
    <>
      <Button variant="outline" icon="mail" onClick={() => setAsking(true)}>
        Invite all
      </Button>
      {asking && (
        <InviteDialog
          people={missing}
          title={`Invite ${countOf(missing)} who never signed in?`}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
