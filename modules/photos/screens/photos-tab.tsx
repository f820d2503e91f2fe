import { useState } from 'react'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can, staff } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { dayIn, formatWeekday } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { AddFiles, PhotoGrid, PictureViewer } from '../../attachments/index.ts'
import { workScheduleAgreements } from '../../overtime/entities.ts'
import type { Project } from '../../projects/entities.ts'

/** How many photos are shown at first, and how many more at a time. */
const STEP = 120

/** All photos of a job by the day they were taken, whatever they were taken for. */
export default function PhotosTab({ record: project }: TabProps<Project>) {
  const { session, settings } = useServices()
  const user = session.user.value
  const [count, setCount] = useState(STEP)
  const [shown, setShown] = useState<number | null>(null)
  const query = useQuery(attachments, {
    across: true,
    filters: { project_id: project.id, image: true },
    order: { column: 'created_at', direction: 'desc' },
  })
  const zone = settings.value.time_zone ?? deviceZone
  const timeOf = ({ taken_at, created_at }: Attachment) => taken_at ?? created_at
  const all = useRecords(query.items)
    // A photo of a signed agreement is a paper about a person, not a picture of the job.
    .filter(({ attachable_type }) => attachable_type !== workScheduleAgreements.table)
    .toSorted((a, b) => Date.parse(timeOf(b)) - Date.parse(timeOf(a)))
  const days = [...Map.groupBy(all.slice(0, count), (photo) => dayIn(zone, new Date(timeOf(photo))))]
  const isOpen = project.archived_at === null
  const mayAdd = isOpen && staff(user)
  if (query.state.value === 'never') return <NotLoaded failure={query.failure.value} retry={query.ask} />
  return (
    <div className={css({ display: 'grid', gap: '5' })}>
      {mayAdd && <AddFiles on={{ type: 'projects', id: project.id }} aria-label="Add photos" pictures />}
      {!all.length && <EmptyState icon="camera" title="No photos yet." />}
      {days.map(([day, photos]) => (
        <section key={day} aria-label={formatWeekday(day)} className={css({ display: 'grid', gap: '2' })}>
          <h2 className={css({ textStyle: 'section' })}>{formatWeekday(day)}</h2>
          <PhotoGrid photos={photos} onOpen={setShown} />
        </section>
      ))}
      {all.length > count && (
        <Button variant="outline" onClick={() => setCount(count + STEP)}>
          Show more
        </Button>
      )}
      <PictureViewer
        pictures={all}
        shown={shown}
        onShow={setShown}
        mayAdd={mayAdd}
        mayEdit={({ attachable_type, user_id }) =>
          // Elsewhere, who may change a photo is a question of what it is on.
          isOpen &&
          attachable_type === 'projects' &&
          (can('edit', 'projects')(user) || (staff(user) && user_id === user?.id))
        }
      />
    </div>
  )
}
