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

export const countOf = ({ length }: readonly User[]): string => `${length} ${length === 1 ? 'person' : 'people'}`

/** Mails an invitation to each of these people, after a confirmation. */
export const InviteDialog = ({
  people,
  title,
  onClose,
}: {
  people: readonly User[]
  title: string
  onClose: () => void
}) => {
  const resource = useResource(users)
  const [busy, setBusy] = useState(false)
  async function invite() {
    setBusy(true)
    const failed: string[] = []
    for (const { id, name } of people) if (!(await resource.act(id, 'invite')).ok) failed.push(name)
    onClose()
    if (failed.length) toast.error(`No invitation was mailed to ${failed.join(', ')}.`)
    else toast.success(`${countOf(people)} invited.`)
  }
  return (
    <ConfirmDialog
      open
      title={title}
      message={`Each gets a link to choose a password: ${people.map(({ name }) => name).join(', ')}.`}
      confirm="Invite"
      loading={busy}
      onCancel={onClose}
      onConfirm={() => void invite()}
    />
  )
}

/** Offers to invite everyone who may sign in and never did. @useSignals */
export const InviteAll = () => {
  const { items } = useQuery(users, { filters: { status: 'active' }, ask: false })
  const [asking, setAsking] = useState(false)
  const missing = items.value.flatMap((item) =>
    isInvitable(item.value) && !item.value.last_login_at ? item.value : [],
  )
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
