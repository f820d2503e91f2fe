import { useMemo, useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { CardsOf } from '#blocks/work-list/cards.tsx'
import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { css } from '#css/css'
import { can, staff } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { dayIn, formatWeekday } from '#lib/days.ts'
import { deviceZone, formatMoment } from '#lib/moments.ts'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { AddFiles, PhotoTile, PicturesViewer } from '../../attachments/index.ts'
import { workScheduleAgreements } from '../../overtime/entities.ts'
import type { Project } from '../../projects/entities.ts'

/** All photos of a job, by the day they were taken at first, whatever they were taken for. @useSignals */
export default function PhotosTab({ record: project }: TabProps<Project>) {
  const { registry, session, settings } = useServices()
  const user = session.user.value
  const [opened, open] = useState<number | null>(null)
  const query = useQuery(attachments, { across: true, filters: { project_id: project.id, image: true } })
  const zone = settings.value.time_zone ?? deviceZone
  const spec = useMemo(
    () => listOf(zone, (table) => registry.entities.find((one) => one.table === table)?.display.noun),
    [zone, registry],
  )
  const isOpen = project.archived_at === null
  const mayAdd = isOpen && staff(user)
  return (
    <div className={css({ stack: '5' })}>
      {mayAdd && <AddFiles on={{ type: 'projects', id: project.id }} aria-label="Add photos" pictures />}
      <WorkList
        spec={spec}
        query={query}
        place={`photos.${project.id}`}
        selectable={false}
        label="Search photos"
        cards={useMemo<CardsOf<Attachment>>(
          () => ({ draw: (photo) => <PhotoTile photo={photo} onOpen={open} />, width: '7.5rem' }),
          [],
        )}
        over={({ ids }) =>
          opened !== null && (
            <PicturesViewer
              items={query.items}
              of={(all) => inOrder(all, ids)}
              shown={opened}
              onShow={open}
              mayAdd={mayAdd}
              mayEdit={({ attachable_type, user_id }) =>
                // Elsewhere, who may change a photo is a question of what it is on.
                isOpen &&
                attachable_type === 'projects' &&
                (can('edit', 'projects')(user) || (staff(user) && user_id === user?.id))
              }
            />
          )
        }
      />
    </div>
  )
}

/** Those that the list shows, in its order. */
function inOrder(all: readonly Attachment[], ids: readonly number[]): Attachment[] {
  const byId = new Map(all.map((photo) => [photo.id, photo]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const timeOf = ({ taken_at, created_at }: Attachment) => taken_at ?? created_at

/** @param nounOf the noun of the records in a table */
const listOf = (zone: string, nounOf: (table: string) => string | undefined): WorkListSpec<typeof attachments> => ({
  entity: attachments,
  name: 'photos',
  columns: [
    { key: 'name', header: 'Photo', cell: ({ caption, name }) => caption ?? name, phone: 'title' },
    { key: 'taken_at', header: 'Taken', cell: (photo) => formatMoment(timeOf(photo)), sortable: true },
    { key: 'user_name', header: 'Added by', cell: ({ user_name }) => user_name, sortable: true },
  ],
  views: [
    {
      key: 'all',
      label: 'All',
      // A photo of a signed agreement is a paper about a person, not a picture of the job.
      fits: ({ attachable_type }) => attachable_type !== workScheduleAgreements.table,
      empty: 'No photos yet.',
    },
  ],
  facets: [
    {
      name: 'day',
      label: 'Day',
      none: '',
      of: (photo) => {
        const day = dayIn(zone, new Date(timeOf(photo)))
        return { value: day, label: formatWeekday(day), rank: -Date.parse(day) }
      },
    },
    {
      name: 'user_id',
      label: 'Added by',
      none: 'Nobody',
      of: ({ user_id, user_name }) => (user_id === null ? null : { value: String(user_id), label: user_name ?? '' }),
    },
    {
      name: 'attachable_type',
      label: 'On',
      none: '',
      of: ({ attachable_type }) => {
        const noun = nounOf(attachable_type) ?? 'something else'
        return { value: attachable_type, label: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` }
      },
    },
  ],
  group: 'day',
  sort: '-taken_at',
  words: ({ caption, name, user_name }) => [caption, name, user_name].filter(Boolean).join(' '),
  csv: { file: 'photos.csv', columns: ['name', 'caption', 'taken_at', 'user_name'].map((name) => ({ name })) },
})
