import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { users } from '../../users/entities.ts'
import { contactTypes, type ContactType } from '../entities.ts'

/** The contact types with their number of contacts. */
export default function ContactTypesScreen() {
  return <SetupList entity={contactTypes} title="Contact Types" note={used} />
}

const used = (type: ContactType) => <Used type={type} />

/** How many contacts are of a type. @useSignals */
const Used = ({ type }: { type: ContactType }) => {
  const { items } = useQuery(users, { filters: { contact_type_id: type.id, status: 'all' }, ask: false })
  const used = useSummary(items, (contacts) => contacts.length, [])
  return used > 0 && (used === 1 ? '1 contact' : `${used} contacts`)
}
