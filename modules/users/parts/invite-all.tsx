import { useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { users, type User } from '../entities.ts'
import { HandOver, type HandedLink } from './hand-over.tsx'
import { useSendLink } from './use-send-link.ts'

/** Whether a person could sign in, but has never been able to: they have no password yet. */
export const isInvitable = ({ active, has_access, email, has_password }: User): boolean =>
  active && has_access && !!email && has_password === false

export const countOf = ({ length }: readonly User[]): string => `${length} ${length === 1 ? 'person' : 'people'}`

/** Invites each of these people, after a confirmation, and shows the links that no mail server has sent. */
export const InviteDialog = ({
  people,
  title,
  onClose,
}: {
  people: readonly User[]
  title: string
  onClose: () => void
}) => {
  const sendLink = useSendLink()
  const [busy, setBusy] = useState(false)
  const [handed, setHanded] = useState<readonly HandedLink[]>([])
  async function invite() {
    setBusy(true)
    const { links, failures } = await sendLink(people, 'invite')
    if (failures.length) toast.error(`Not invited: ${failures.map(({ name }) => name).join(', ')}.`)
    else if (!links.length) toast.success(`${countOf(people)} invited.`)
    if (links.length) setHanded(links)
    else onClose()
  }
  if (handed.length) return <HandOver links={handed} onClose={onClose} />
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
