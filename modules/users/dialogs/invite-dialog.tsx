import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { User } from '../entities.ts'
import { HandOver, type HandedLink } from '../parts/hand-over.tsx'
import { countOf } from '../parts/invitable.ts'
import { useSendLink } from '../parts/use-send-link.ts'

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
