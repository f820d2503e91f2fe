import { useBusy } from '#blocks/failure/use-busy.ts'
import { useId, useState, type FormEvent } from 'react'
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

/** The login dialog (rule login). */
export default function LoginDialog() {
  const { session, settings } = usePublicServices()
  const form = useId()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [alert, setAlert] = useState<string | null>(null)
  const [busy, during] = useBusy()
  const reset = settings.value.password_reset_url
  // A mismatch concerns both fields, so a change of either clears the errors.
  function clear() {
    setErrors({})
    setAlert(null)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const result = await during(session.login({ email, password }))
    if (result.ok) return closeDialog()
    setErrors(result.errors)
    setAlert(messageOf(result, ['email', 'password']))
  }
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
            autoComplete="username"
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
    </Dialog>
  )
}

const link = css({
  marginInlineEnd: 'auto',
  alignSelf: 'center',
  color: 'primary',
  fontWeight: 'medium',
  _hover: { textDecoration: 'underline' },
})
