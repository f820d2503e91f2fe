import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { Customer } from '../../customers/entities.ts'
import { projects } from '../entities.ts'

/** A customer's projects, active ones first. */
export default function CustomerProjects({ customer }: { customer: Customer }) {
  const { items } = useQuery(projects, { filters: { customer_id: customer.id, status: 'all' } })
  const own = useRecords(items).toSorted((a, b) => Number(a.archived_at !== null) - Number(b.archived_at !== null))
  if (!own.length) return null
  return (
    <Card>
      <h2 className={css({ textStyle: 'section', marginBottom: '2' })}>Projects</h2>
      <ul className={css({ display: 'grid' })}>
        {own.map(({ id, name, number, archived_at }) => (
          <li key={id}>
            <a href={`/projects/${id}`} className={line}>
              <span className={css({ color: 'muted', fontWeight: 'strong' })}>{number}</span>
              <b>{name}</b>
              {archived_at && <Tag>Archived</Tag>}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const line = css({ wrap: '3.5', minHeight: { base: '9', _coarse: 'touch' }, _hover: { color: 'primary' } })
