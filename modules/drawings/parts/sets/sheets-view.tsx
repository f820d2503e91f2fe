import { useMemo, useState, type ReactNode } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useShared } from '#blocks/query/use-shared.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { UploadProgress } from '#blocks/uploads/upload-progress.tsx'
import type { CardsOf } from '#blocks/work-list/cards.tsx'
import type { WorkListSpec, WorkView } from '#blocks/work-list/spec.ts'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { css } from '#css/css'
import { dayIn, formatDay } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import type { Column } from '#ui/table/column.ts'
import { usePhone } from '#ui/table/use-width.ts'
import type { Project } from '../../../projects/entities.ts'
import { ShareDialog } from '../../../share-links/components.ts'
import { disciplineNames, disciplines, type Discipline } from '../../disciplines.ts'
import { drawings, drawingSheets, type DrawingSheet } from '../../entities.ts'
import { editsDrawings } from '../../guards.ts'
import { useLastVisit } from '../desk/last-visit.ts'
import { usePinCounts } from '../pins/use-pins.ts'
import { KeepButton } from './keep-button.tsx'
import { useKeptSheets } from './keep-sheets.ts'
import { OpenSets } from './open-sets.tsx'
import { SharedSets } from './shared-sets.tsx'
import { OnDevice, Pins, Revision, SheetCard, type SheetFace } from './sheet-card.tsx'
import { Thumb } from './thumb.tsx'
import { useUpload } from './use-upload.tsx'

/** What sheets are shown with beside themselves. */
interface Faces extends Pick<SheetFace, 'pins' | 'kept'> {
  /** Since when sheets are new; null on the first visit. */
  readonly since: string | null
  /** The same of a sheet that is. */
  readonly freshOf: (sheet: DrawingSheet) => string | null
}

/** A project's drawings: its current sheets by discipline, and for editors the sets under way. @useSignals */
export const SheetsView = ({ project, lead }: { project: Project; lead: ReactNode }) => {
  const { session, settings } = useServices()
  const user = session.user.value
  const isEditor = editsDrawings(user) && project.archived_at === null
  const params = useShared({ project_id: project.id })
  const [sharing, setSharing] = useState(false)
  const [asList, setAsList] = useState(false)
  const phone = usePhone()
  const query = useQuery(drawingSheets, { params })
  const sets = useQuery(drawings, { params, ask: isEditor }).items
  const pins = usePinCounts(project.id)
  const kept = useKeptSheets(project.id, query.items)
  const last = useLastVisit(user?.id, project.id)
  const zone = settings.value.time_zone ?? deviceZone
  const since = last === null ? null : `New since ${formatDay(dayIn(zone, new Date(last)))}`
  const present = useSummary(query.items, bySize, [])
  const input = useUpload(project.id, isEditor)
  const faces = useMemo<Faces>(
    () => ({
      since,
      freshOf: ({ revised_at }) => (last !== null && (revised_at ?? '') > last ? since : null),
      pins,
      kept,
    }),
    [last, since, pins, kept],
  )
  const spec = useMemo(() => listOf(present, faces), [present, faces])
  const cards = useMemo<CardsOf<DrawingSheet>>(
    () => ({
      draw: (sheet) => <SheetCard sheet={sheet} fresh={faces.freshOf(sheet)} pins={pins} kept={kept} />,
      width: '14rem',
    }),
    [faces, pins, kept],
  )
  return (
    <div className={css({ column: '4' })}>
      <UploadProgress entity={drawings} parents={params} />
      {isEditor && <OpenSets items={sets} />}
      <WorkList
        spec={spec}
        query={query}
        place={`sheets.${project.id}`}
        selectable={isEditor}
        lead={lead}
        // Phones have the list, whatever was chosen.
        cards={phone || asList ? undefined : cards}
        tools={
          <>
            <KeepButton project_id={project.id} sheets={kept} />
            <span className={css({ display: { base: 'none', sm: 'flex' } })}>
              <IconButton
                icon={asList ? 'layout-grid' : 'list'}
                variant="outline"
                aria-label={asList ? 'Show as cards' : 'Show as a list'}
                onClick={() => setAsList(!asList)}
              />
            </span>
            {input}
            {isEditor && present.length > 0 && (
              <Button variant="outline" icon="share" onClick={() => setSharing(true)}>
                Share
              </Button>
            )}
          </>
        }
        {...(isEditor && { empty: 'Upload a PDF set: its pages become sheets.' })}
      />
      {isEditor && <SharedSets items={sets} />}
      {sharing && (
        <ShareDialog
          project_id={project.id}
          noun="drawings"
          what="drawings"
          parts={present.map((one) => ({ value: one, label: disciplineNames[one] }))}
          onClose={() => setSharing(false)}
        />
      )}
    </div>
  )
}

/** The disciplines that there are; what is most of a set comes first. */
const bySize = (sheets: readonly DrawingSheet[]) => {
  const count = (one: Discipline) => sheets.filter(({ discipline }) => discipline === one).length
  return disciplines.filter((one) => count(one) > 0).toSorted((a, b) => count(b) - count(a))
}

const listOf = (present: readonly Discipline[], faces: Faces): WorkListSpec<typeof drawingSheets> => ({
  entity: drawingSheets,
  columns: columnsOf(faces),
  views: [
    { key: 'all', label: 'All', fits: () => true, empty: 'No drawings here yet.' },
    ...(faces.since === null
      ? []
      : [
          {
            key: 'new',
            label: faces.since,
            fits: (sheet: DrawingSheet) => faces.freshOf(sheet) !== null,
            empty: 'No sheet is new.',
          },
        ]),
    ...present.map((one): WorkView<DrawingSheet> => ({
      key: one,
      label: one === 'other' ? 'Other' : one,
      fits: ({ discipline }) => discipline === one,
    })),
  ],
  facets: [
    {
      name: 'discipline',
      label: 'Discipline',
      of: ({ discipline }) => ({
        value: discipline,
        label: disciplineNames[discipline],
        rank: present.indexOf(discipline),
      }),
      none: '',
    },
  ],
  group: 'discipline',
  sort: 'number',
  batch: ['discipline'],
  csv: {
    file: 'sheets.csv',
    columns: ['number', 'title', 'discipline', 'revision', 'dated'].map((name) => ({ name })),
  },
})

const columnsOf = ({ freshOf, pins, kept }: Faces): readonly Column<DrawingSheet>[] => [
  {
    key: 'preview',
    header: 'Picture',
    cell: ({ current_revision_id: id, preview_state }) => (
      <span className={small}>{id !== null && <Thumb id={id} state={preview_state} />}</span>
    ),
    width: '4.5rem',
    phone: 'start',
  },
  {
    key: 'number',
    header: 'Sheet',
    cell: ({ number, title }) => (
      <>
        <b>{number}</b> {title}
      </>
    ),
    sortable: true,
    width: 'minmax(12rem, 3fr)',
    phone: 'title',
  },
  {
    key: 'revision',
    header: 'Revision',
    cell: (sheet) => <Revision sheet={sheet} fresh={freshOf(sheet)} />,
    phoneCell: (sheet) =>
      [sheet.revision !== null && `Rev ${sheet.revision}`, freshOf(sheet)].filter(Boolean).join(' · '),
    sortable: true,
    phone: 'sub',
  },
  { key: 'dated', header: 'Dated', cell: ({ dated }) => dated && formatDay(dated), sortable: true, phone: 'sub' },
  { key: 'pins', header: 'Pins', cell: ({ id }) => <Pins id={id} counts={pins} />, phone: 'end' },
  { key: 'device', header: 'Device', cell: ({ id }) => <OnDevice id={id} kept={kept} />, phone: 'end' },
]

const small = css({
  display: 'block',
  flex: 'none',
  width: { base: '16', md: '10' },
  height: { base: '11', md: '7' },
  border: '1px solid {colors.line}',
  overflow: 'hidden',
})
