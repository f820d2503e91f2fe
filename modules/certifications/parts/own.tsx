import { Facts } from '#blocks/detail/facts.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { certifications } from '../entities.ts'
import { expiryText } from './labels.ts'

/** In one's own account: what one is certified for, and until when. @useSignals */
export default function OwnCertifications() {
  const me = useServices().session.user.value?.id ?? 0
  return <Held person={me} />
}

/** What a person is certified for; nothing where nothing is known. @useSignals */
export const Held = ({ person }: { person: number }) => {
  const today = useToday()
  const held = useRecords(useQuery(certifications, { filters: { user_id: person } }).items)
  if (!held.length) return null
  return (
    <section aria-label="Certifications">
      <Facts
        items={held.map(({ name, expires_on }) => ({ label: name, value: sentence(expiryText(expires_on, today)) }))}
      />
    </section>
  )
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
