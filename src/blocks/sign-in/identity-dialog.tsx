import { useId, useState, type FormEvent } from 'react'
import { css } from '#css/css'
import { messageOf } from '#core/resource/messages.ts'
import type { Result } from '#core/resource/result.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { PasswordInput } from '#ui/password-input/password-input.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { useBusy } from '../failure/use-busy.ts'
import { usePublicServices } from '../services/services.tsx'
import { CodeField } from './code-field.tsx'
import { sendSignIn, useMethods, type SignInMethods } from './methods.ts'
import { confirmByPasskey, takesPasskeys } from './passkeys.ts'

/** Asks for a passkey, the password or a code; what was being done goes on afterwards. */
export default function IdentityDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const form = useId()
  const { methods, failure } = useMethods()
  const [busy, during] = useBusy()
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title="Is it you?"
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          {methods?.password && (
            <Button type="submit" form={form} loading={busy}>
              Continue
            </Button>
          )}
        </>
      }
    >
      {methods ? (
        <Ways {...{ methods, form, busy, during }} onConfirmed={() => onAnswer(true)} />
      ) : failure ? (
        <p role="alert">{messageOf(failure)}</p>
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

function Ways({
  methods: { password, passkeys, authenticator, mails },
  form,
  busy,
  during,
  onConfirmed,
}: {
  methods: SignInMethods
  form: string
  busy: boolean
  during: ReturnType<typeof useBusy>[1]
  onConfirmed: () => void
}) {
  const { session, settings } = usePublicServices()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<{ at: 'password' | 'code' | 'passkey'; text: string } | null>(null)
  const [isMailed, setMailed] = useState(false)
  const byPasskey = passkeys.length > 0 && takesPasskeys(settings.value)
  const byMail = !password && !authenticator && !byPasskey && mails
  const wrongAt = (at: 'password' | 'code' | 'passkey') => (wrong?.at === at ? wrong.text : null)
  async function tell(at: 'password' | 'code' | 'passkey', sent: Promise<Result<null>>) {
    const result = await during(sent)
    if (result.ok) return onConfirmed()
    const text = messageOf(result)
    setWrong(text === null ? null : { at, text })
  }
  async function mailCode() {
    const result = await during(sendSignIn(session, 'POST', '/user/confirm-code/send'))
    if (result.ok) setMailed(true)
    else setWrong({ at: 'passkey', text: messageOf(result) ?? '' })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void tell('password', sendSignIn(session, 'POST', '/user/confirm-password', { password: typed }))
  }
  return (
    <div className={css({ stack: '4' })}>
      <p>What you are about to do could give your account away, and it is a while since you signed in.</p>
      {wrongAt('passkey') && (
        <p role="alert" className={css({ color: 'attention', fontWeight: 'medium' })}>
          {wrongAt('passkey')}
        </p>
      )}
      {byPasskey && (
        <Button
          variant={password ? 'outline' : 'solid'}
          loading={busy}
          onClick={() => void tell('passkey', confirmByPasskey(session))}
        >
          Use a passkey
        </Button>
      )}
      {password && (
        <form id={form} onSubmit={submit} noValidate>
          <Field label="Password" {...(wrongAt('password') && { error: wrongAt('password') ?? '' })}>
            <PasswordInput
              autoComplete="current-password"
              value={typed}
              onChange={(value) => {
                setTyped(value)
                setWrong(null)
              }}
            />
          </Field>
        </form>
      )}
      {byMail && !isMailed && (
        <Button loading={busy} onClick={() => void mailCode()}>
          Email me a code
        </Button>
      )}
      {(authenticator || isMailed) && (
        <div className={css({ stack: '1.5' })}>
          <p className={css({ textStyle: 'label' })}>
            {authenticator ? 'Or the code of your authenticator app' : 'The code from the mail'}
          </p>
          <CodeField
            label={authenticator ? 'Code of your authenticator app' : 'Code from the mail'}
            error={wrongAt('code')}
            disabled={busy}
            onComplete={(code) => tell('code', sendSignIn(session, 'POST', '/user/confirm-code', { code }))}
          />
        </div>
      )}
    </div>
  )
}
