import { PasswordInput as Ark } from '@ark-ui/react/password-input'
import { css } from '#css/css'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Icon } from '#ui/icon/icon.tsx'

const frame = css({ position: 'relative' })
const input = css(control.raw(), { paddingInlineEnd: '12' })
const reveal = css({
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '0',
  center: true,
  width: { base: '9', _coarse: '12' },
  color: 'muted',
  borderRadius: 'md',
})

export interface PasswordInputProps extends ControlProps<string> {
  /** Whether password managers fill in the password they know, or suggest one. */
  autoComplete?: 'current-password' | 'new-password'
}

/** A password input with a button to show the password. */
export const PasswordInput = ({
  value,
  onChange,
  placeholder,
  autoComplete = 'current-password',
  'aria-label': label,
  ...props
}: PasswordInputProps) => (
  <Ark.Root {...props} autoComplete={autoComplete}>
    <Ark.Control className={frame}>
      <Ark.Input
        className={input}
        aria-describedby={useDescribedBy()}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Ark.VisibilityTrigger className={reveal}>
        <Ark.Indicator fallback={<Icon name="eye" />}>
          <Icon name="eye-off" />
        </Ark.Indicator>
      </Ark.VisibilityTrigger>
    </Ark.Control>
  </Ark.Root>
)
