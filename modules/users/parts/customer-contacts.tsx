import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { css } from '#css/css'
import { formatPhone } from '#lib/phone.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Card } from '#ui/card/card.tsx'
import type { Customer } from '../../customers/entities.ts'
import { users } from '../entities.ts'

/** A customer's contacts, with links to call or email them. */
export default function CustomerContacts({ customer }: { customer: Customer }) {
  const { items } = useQuery(users, { filters: { customer_id: customer.id, status: 'active' }, ask: false })
  const people = useRecords(items)
  if (!people.length) return null
  return (
    <Card>
      <h2 className={css({ textStyle: 'section', marginBottom: '2' })}>Contacts</h2>
      <ul className={css({ stack: '2.5' })}>
        {people.map(({ id, name, role, phone_number, email }) => (
          <li key={id} className={line}>
            <Avatar name={name} size="sm" decorative />
            <span>
              <b>{name}</b>
              {role && <span className={muted}>{role}</span>}
            </span>
            <span className={reach}>
              {phone_number && <a href={`tel:+${phone_number}`}>{formatPhone(phone_number)}</a>}
              {email && <a href={`mailto:${email}`}>{email}</a>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const line = css({ wrap: '2.5' })
const muted = css({ marginInlineStart: '2', textStyle: 'note' })
const reach = css({
  flow: '3.5',
  rowGap: '0',
  minWidth: '0',
  marginInlineStart: { md: 'auto' },
  color: 'primary',
  '& a': { inlineRow: '0', minWidth: '0', minHeight: { base: '6', _coarse: 'touch' }, overflowWrap: 'anywhere' },
})
