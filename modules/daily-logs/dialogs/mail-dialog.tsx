import { useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuickAdd } from '#blocks/quick-add/use-quick-add.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { messageOf } from '#core/resource/messages.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { logMailings, logRecipients } from '../entities.ts'

/** Mails a PDF of one or several days to the list that is kept with the project. @useSignals */
export const MailDialog = ({
  project_id,
  from,
  to,
  onClose,
}: {
  project_id: number
  from: string
  to: string
  onClose: () => void
}) => {
  const services = useServices()
  const { api } = services
  const report = useOutcome()
  const query = useQuery(logRecipients, { params: { project_id } })
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const list = useRecords(query.items)
  const recipients = api(logRecipients, { project_id })
  const address = useQuickAdd(
    (email) => {
      setError(null)
      return recipients.save({ email })
    },
    (failure) => setError(Object.values(failure.errors)[0]?.[0] ?? messageOf(failure)),
  )
  async function remove(id: number) {
    const result = await recipients.remove(id)
    if (!result.ok) toastFailure(result)
  }
  async function mail() {
    setBusy(true)
    try {
      const { fetchSpan, pdfOf } = await import('../parts/gather.ts')
      const { bytes, name } = await pdfOf(services, await fetchSpan(api, project_id, from, to))
      const file = new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
      const result = await api(logMailings, { project_id }).upload({ from, to, files: { file } })
      if (report(result, `Mailed to ${list.length === 1 ? '1 person' : `${list.length} people`}.`)) onClose()
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'The file could not be created.')
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mail daily log"
      size="sm"
      main={
        <Button icon="mail" loading={busy} disabled={!list.length} onClick={() => void mail()}>
          Mail
        </Button>
      }
    >
      <div className={css({ stack: '3' })}>
        <p>The PDF goes to everyone on this project’s list.</p>
        {query.state.value === 'never' ? (
          <NotLoaded failure={query.failure.value} retry={query.ask} />
        ) : (
          <ul aria-label="List">
            {list.map(({ id, email }) => (
              <li key={id} className={css({ row: '2', minHeight: '10' })}>
                <span className={css({ flex: '1', overflowWrap: 'anywhere' })}>{email}</span>
                <IconButton icon="x" aria-label={`Remove ${email}`} onClick={() => void remove(id)} />
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={address.add} noValidate className={css({ display: 'flex', gap: '2', alignItems: 'end' })}>
          <span className={css({ flex: '1' })}>
            <Field label="Email" {...(error && { error })}>
              <TextInput type="email" value={address.text} onChange={address.setText} />
            </Field>
          </span>
          <Button type="submit" variant="outline">
            Add
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
