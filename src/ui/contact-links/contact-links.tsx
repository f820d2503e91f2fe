import { memo } from 'react'
import { css } from '#css/css'
import type { IconProps } from '#ui/icon/icon.tsx'
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
    {phone && <Way icon="phone" href={`tel:+${phone}`} label={`Call ${name}`} />}
    {phone && <Way icon="message-square-text" href={`sms:+${phone}`} label={`Text ${name}`} />}
    {email && <Way icon="mail" href={`mailto:${email}`} label={`Mail ${name}`} />}
  </span>
)

const Way = memo(({ icon, href, label }: { icon: IconProps['name']; href: string; label: string }) => (
  <LinkButton variant="ghost" size="sm" icon={icon} href={href} aria-label={label} className={wide}>
    {''}
  </LinkButton>
))

const wide = css({ minWidth: { _coarse: 'touch' } })
const row = css({ display: 'inline-flex', gap: '0.5' })
