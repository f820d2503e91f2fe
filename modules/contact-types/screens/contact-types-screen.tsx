import { useQuery } from '#blocks/query/use-query.ts'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { css } from '#css/css'
import { users } from '../../users/entities.ts'
import { contactTypes, type ContactType } from '../entities.ts'

/** The contact types with their number of contacts. */
export default function ContactTypesScreen() {
  return (
    <SetupList entity={contactTypes} title="Contact Types">
      {(type) => <Named type={type} />}
    </SetupList>
  )
}

const Named = ({ type }: { type: ContactType }) => {
  const { items } = useQuery(users, { filters: { contact_type_id: type.id, status: 'all' }, ask: false })
  const used = items.value.length
  return (
    <>
      {type.name}
      {used > 0 && <span className={count}>{used === 1 ? '1 contact' : `${used} contacts`}</span>}
    </>
  )
}

const count = css({ marginInlineStart: '2.5', textStyle: 'small', color: 'muted' })
