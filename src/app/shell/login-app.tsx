import { useId, useState, type FormEvent } from 'react'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { closeDialog } from '#blocks/page/open-dialog.ts'
import { usePublicServices } from '#blocks/services/services.tsx'
import { CodeField } from '#blocks/sign-in/code-field.tsx'
import { css } from '#css/css'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'

/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
export default function LoginApp() {
  const { session } = usePublicServices()
  const form = useId()
  const [recovery, setRecovery] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, during] = useBusy()
  async function enter(body: { code: string } | { recovery_code: string }) {
    const result = await during(session.enter('/two-factor-challenge', body))
    if (result.ok) return closeDialog()
    setError(messageOf(result))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy && recovery !== null) void enter({ recovery_code: recovery })
  }
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="Authenticator app"
      size="sm"
      footer={
        recovery === null ? (
          // Keyed, since the same button would submit the form by the press that opened it.
          <Button
            key="use"
            variant="outline"
            onClick={() => {
              setRecovery('')
              setError(null)
            }}
          >
            Use a recovery code
          </Button>
        ) : (
          <Button key="submit" type="submit" form={form} loading={busy}>
            Submit
          </Button>
        )
      }
    >
      {recovery === null ? (
        <div className={css({ stack: '4' })}>
          <p>Enter the six digits that your authenticator app shows.</p>
          <CodeField label="Code" error={error} disabled={busy} onComplete={(code) => enter({ code })} />
        </div>
      ) : (
        <form id={form} onSubmit={submit} noValidate>
          <Field label="Recovery code" help="Each works once." {...(error !== null && { error })}>
            <TextInput
              value={recovery}
              autoComplete="off"
              autoCapitalize="none"
              onChange={(value) => {
                setRecovery(value)
                setError(null)
              }}
            />
          </Field>
        </form>
      )}
    </Dialog>
  )
}
