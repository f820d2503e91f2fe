import { useId, useState, type FormEvent } from 'react'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { useServices } from '#blocks/services/services.tsx'
import { sendSignIn, type OwnPasskey } from '#blocks/sign-in/methods.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'

/** Gives a passkey another name. */
export const RenamePasskey = ({
  passkey,
  onRenamed,
  onClose,
}: {
  passkey: OwnPasskey
  onRenamed: () => void
  onClose: () => void
}) => {
  const { session } = useServices()
  const form = useId()
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string | null>(null)
  const [busy, during] = useBusy()
  async function submit(event: FormEvent) {
    event.preventDefault()
    const result = await during(sendSignIn(session, 'PATCH', `/user/passkeys/${passkey.id}`, { name }))
    if (!result.ok) return setError(result.errors.name?.[0] ?? messageOf(result))
    onRenamed()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename passkey"
      size="sm"
      main={
        <Button type="submit" form={form} loading={busy}>
          Save
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field label="Name" required {...(error !== null && { error })}>
          <TextInput value={name} maxLength={100} onChange={setName} />
        </Field>
      </form>
    </Dialog>
  )
}
