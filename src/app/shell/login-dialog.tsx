import { useBusy } from '#blocks/failure/use-busy.ts'
import { lazy, Suspense, useEffect, useId, useState, type FormEvent } from 'react'
import { css } from '#css/css'
import { usePublicServices } from '#blocks/services/services.tsx'
import { messageOf } from '#core/resource/messages.ts'
import type { FieldErrors } from '#core/resource/result.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { PasswordInput } from '#ui/password-input/password-input.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { closeDialog } from '#blocks/page/open-dialog.ts'
import { enterByPasskey, offerPasskeys, takesPasskeys, withdrawPasskeys } from '#blocks/sign-in/passkeys.ts'
import type { Result } from '#core/resource/result.ts'

const LoginCode = lazy(() => import('./login-code.tsx'))
const LoginApp = lazy(() => import('./login-app.tsx'))

/** The login dialog (rule login), with the other ways to sign in where the server has them (rule sign-in-ways). */
export default function LoginDialog() {
  const { session, settings } = usePublicServices()
  const form = useId()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [alert, setAlert] = useState<string | null>(null)
  const [busy, during] = useBusy()
  /** What is asked for after the first step: a mailed code, or that of the app. */
  const [next, setNext] = useState<'code' | 'app' | null>(null)
  const hasPasskeys = takesPasskeys(settings.value)
  const mailsLinks = settings.value.features.includes('sign_in_links')
  const reset = settings.value.password_reset_url
  // A mismatch concerns both fields, so a change of either clears the errors.
  function clear() {
    setErrors({})
    setAlert(null)
  }
  function entered(result: Result<unknown>) {
    if (result.ok) return result.data === null ? setNext('app') : closeDialog()
    setErrors(result.errors)
    setAlert(messageOf(result, ['email', 'password']))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) entered(await during(session.login({ email, password })))
  }
  async function askForLink() {
    const result = await during(session.request('/login/link', { method: 'POST', body: { email } }, () => null))
    if (result.ok) setNext('code')
    else entered({ ...result, current: undefined })
  }
  useEffect(() => {
    if (!hasPasskeys) return
    void offerPasskeys(session).then((result) => result?.ok && closeDialog())
    return () => void withdrawPasskeys()
  }, [hasPasskeys, session])
  if (next)
    return (
      <Suspense>
        {next === 'code' ? (
          <LoginCode email={email} onAsked={() => setNext('app')} onBack={() => setNext(null)} />
        ) : (
          <LoginApp />
        )}
      </Suspense>
    )
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="Login"
      size="sm"
      footer={
        <>
          {reset && (
            <a href={reset} className={link}>
              Forgot Password
            </a>
          )}
          <Button type="submit" form={form} loading={busy}>
            Submit
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className={css({ stack: '4' })}>
        {alert && (
          <p role="alert" className={css({ color: 'attention', fontWeight: 'medium' })}>
            {alert}
          </p>
        )}
        <Field label="Email" {...(errors.email?.[0] && { error: errors.email[0] })}>
          <TextInput
            name="email"
            type="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            value={email}
            onChange={(value) => {
              setEmail(value)
              clear()
            }}
          />
        </Field>
        <Field label="Password" {...(errors.password?.[0] && { error: errors.password[0] })}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(value) => {
              setPassword(value)
              clear()
            }}
          />
        </Field>
      </form>
      {(hasPasskeys || mailsLinks) && (
        <div className={others}>
          {hasPasskeys && (
            <Button variant="outline" onClick={async () => entered(await during(enterByPasskey(session)))}>
              Use a passkey
            </Button>
          )}
          {mailsLinks && (
            <Button variant="outline" onClick={() => void askForLink()}>
              Email me a link
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}

const others = css({ stack: '2', marginTop: '4', paddingTop: '4', borderTop: '1px solid {colors.line}' })
const link = css({
  marginInlineEnd: 'auto',
  alignSelf: 'center',
  color: 'primary',
  fontWeight: 'medium',
  _hover: { textDecoration: 'underline' },
})
