import { useComputed } from '@preact/signals-react'
import { useEffect } from 'react'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { Customer } from '../../customers/entities.ts'
import { projects } from '../entities.ts'

/** A customer's projects, active ones first. */
export default function CustomerProjects({ customer }: { customer: Customer }) {
  const { store, resumed } = useServices()
  const resource = useResource(projects)
  const again = resumed.value
  useEffect(() => void resource.fetchAll({ customer_id: customer.id, status: 'all' }), [resource, customer.id, again])
  const all = store.of(projects).all
  const own = useComputed(() =>
    all.value
      .map((item) => item.value)
      .filter((project) => project.customer_id === customer.id)
      .sort((a, b) => Number(a.archived_at !== null) - Number(b.archived_at !== null)),
  )
  if (!own.value.length) return null
  return (
    <Card>
      <h2 className={css({ textStyle: 'section', marginBottom: '2' })}>Projects</h2>
      <ul className={css({ display: 'grid' })}>
        {own.value.map(({ id, name, number, archived_at }) => (
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

const line = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3.5',
  minHeight: { base: '9', _coarse: 'touch' },
  _hover: { color: 'primary' },
})
