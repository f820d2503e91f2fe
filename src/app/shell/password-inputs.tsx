import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { PasswordInput } from '#ui/password-input/password-input.tsx'

const NewPassword = ({ value, onChange, ...props }: InputProps) => (
  <PasswordInput
    {...props}
    autoComplete="new-password"
    value={typeof value === 'string' ? value : ''}
    onChange={onChange}
  />
)

/** The two inputs of a new password, for a form over a person. */
export const passwordFields = ['password', 'password_confirmation'] as const
export const passwordInputs = Object.fromEntries(
  passwordFields.map((name) => [name, (props: InputProps) => <NewPassword {...props} />]),
)
