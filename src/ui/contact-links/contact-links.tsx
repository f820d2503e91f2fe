import { css } from '#css/css'
import { LinkButton } from '#ui/button/button.tsx'

/** Links to call, text and email someone, as far as number and address are known. */
export const ContactLinks = ({
  name,
  phone,
  email,
}: {
  /** The name of the person, which screen readers say with each link. */
  name: string
  /** All digits with the country’s, such as 15095550142. */
  phone: string | null | undefined
  /** Their mail address. */
  email: string | null | undefined
}) => (
  <span className={row}>
    {phone && (
      <LinkButton variant="ghost" size="sm" icon="phone" href={`tel:+${phone}`} aria-label={`Call ${name}`}>
        {''}
      </LinkButton>
    )}
    {phone && (
      <LinkButton
        variant="ghost"
        size="sm"
        icon="message-square-text"
        href={`sms:+${phone}`}
        aria-label={`Text ${name}`}
      >
        {''}
      </LinkButton>
    )}
    {email && (
      <LinkButton variant="ghost" size="sm" icon="mail" href={`mailto:${email}`} aria-label={`Mail ${name}`}>
        {''}
      </LinkButton>
    )}
  </span>
)

const row = css({ display: 'inline-flex', gap: '0.5' })
