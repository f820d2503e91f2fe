import { useState } from 'react'
import { css } from '#css/css'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { formatAddress } from '#lib/address.ts'
import { Button } from '#ui/button/button.tsx'
import { projects } from '../../entities.ts'

const ProjectDialog = lazyDialog(async () => (await import('../../dialogs/project-dialog.tsx')).ProjectDialog)
const MOST = 5

/** The first job, as a step of the first hour. */
export default function ProjectStep() {
  const { items, state, failure, ask } = useQuery(projects, { filters: { status: 'active' }, limit: MOST })
  const [adding, setAdding] = useState(false)
  const known = useSummary(
    items,
    (all) =>
      all.map((one) => ({
        id: one.id,
        title: projects.display.title(one),
        where: one.address ? formatAddress(one.address) : one.customer_name,
      })),
    [],
  )
  if (state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  return (
    <div className={css({ column: '4' })}>
      <div>
        <Button variant="outline" icon="plus" onClick={() => setAdding(true)}>
          Add project
        </Button>
      </div>
      {known.length > 0 && (
        <ul className={css({ stack: '1.5' })}>
          {known.map(({ id, title, where }) => (
            <li key={id}>
              <a href={`/projects/${id}`} className={css({ color: 'primary', fontWeight: 'strong' })}>
                {title}
              </a>{' '}
              <span className={css({ textStyle: 'note' })}>{where}</span>
            </li>
          ))}
        </ul>
      )}
      {adding && <ProjectDialog stay onClose={() => setAdding(false)} />}
    </div>
  )
}
