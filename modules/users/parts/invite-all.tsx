import { useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useResource } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { users, type User } from '../entities.ts'

/** Whether a person could sign in, but has never been able to: they have no password yet. */
export const isInvitable = ({ active, has_access, email, has_password }: User): boolean =>
  active && has_access && !!email && has_password === false

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

/** Mails an invitation to everyone who may sign in and never did, after a confirmation. @useSignals */
export const InviteAll = () => {
  const resource = useResource(users)
  const { items } = useQuery(users, { filters: { status: 'active' }, ask: false })
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const missing = items.value.flatMap((item) =>
    isInvitable(item.value) && !item.value.last_login_at ? item.value : [],
  )
  if (!missing.length) return null
  async function invite() {
    setBusy(true)
    const failed: string[] = []
    for (const { id, name } of missing) if (!(await resource.act(id, 'invite')).ok) failed.push(name)
    setBusy(false)
    setAsking(false)
    if (failed.length) toast.error(`No invitation was mailed to ${failed.join(', ')}.`)
    else toast.success(`${people(missing.length)} invited.`)
  }
  return (
    <>
      <Button variant="outline" icon="mail" onClick={() => setAsking(true)}>
        Invite all
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Invite ${people(missing.length)} who never signed in?`}
        message={`Each gets a link to choose a password: ${missing.map(({ name }) => name).join(', ')}.`}
        confirm="Invite"
        loading={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void invite()}
      />
    </>
  )
}
