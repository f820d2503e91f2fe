import { useState } from 'react'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can, staff } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { dayIn, formatWeekday } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { AddFiles, PhotoGrid, PicturesViewer } from '../../attachments/index.ts'
import { workScheduleAgreements } from '../../overtime/entities.ts'
import type { Project } from '../../projects/entities.ts'

/** How many photos are shown at first, and how many more at a time. */
const STEP = 120

/** All photos of a job by the day they were taken, whatever they were taken for. @useSignals */
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
  const { days, total } = useSummary(
    query.items,
    (all) => {
      const photos = latestFirst(all)
      const byDay = Map.groupBy(photos.slice(0, count), (photo) => dayIn(zone, new Date(timeOf(photo))))
      return { days: [...byDay].map(([day, own]) => ({ day, ids: own.map(({ id }) => id) })), total: photos.length }
    },
    [zone, count],
  )
  const isOpen = project.archived_at === null
  const mayAdd = isOpen && staff(user)
  if (query.state.value === 'never') return <NotLoaded failure={query.failure.value} retry={query.ask} />
  return (
    <div className={css({ stack: '5' })}>
      {mayAdd && <AddFiles on={{ type: 'projects', id: project.id }} aria-label="Add photos" pictures />}
      {!total && <EmptyState icon="camera" title="No photos yet." />}
      {days.map(({ day, ids }) => (
        <section key={day} aria-label={formatWeekday(day)} className={css({ stack: '2' })}>
          <h2 className={css({ textStyle: 'section' })}>{formatWeekday(day)}</h2>
          <PhotoGrid ids={ids} onOpen={setShown} />
        </section>
      ))}
      {total > count && (
        <Button variant="outline" onClick={() => setCount(count + STEP)}>
          Show more
        </Button>
      )}
      {shown !== null && (
        <PicturesViewer
          items={query.items}
          of={latestFirst}
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
      )}
    </div>
  )
}

const timeOf = ({ taken_at, created_at }: Attachment) => taken_at ?? created_at

const latestFirst = (all: readonly Attachment[]) =>
  all
    // A photo of a signed agreement is a paper about a person, not a picture of the job.
    .filter(({ attachable_type }) => attachable_type !== workScheduleAgreements.table)
    .toSorted((a, b) => Date.parse(timeOf(b)) - Date.parse(timeOf(a)))
