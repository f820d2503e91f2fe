import { memo, useState, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecord } from '#blocks/query/use-record.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useShared } from '#blocks/query/use-shared.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { UploadProgress } from '#blocks/uploads/upload-progress.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Items } from '#core/store/records.ts'
import { dayIn, formatDay } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { textKey } from '#lib/text-key.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { usePhone } from '#ui/table/use-width.ts'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { Project } from '../../../projects/entities.ts'
import { disciplineNames, disciplines, type Discipline } from '../../disciplines.ts'
import { drawings, drawingSheets, type DrawingSheet } from '../../entities.ts'
import { editsDrawings } from '../../guards.ts'
import { KeepButton } from './keep-button.tsx'
import { useKeptSheets, type Keeping, type KeptSheet } from './keep-sheets.ts'
import { OpenSets } from './open-sets.tsx'
import { SharedSets } from './shared-sets.tsx'
import { usePinCounts } from '../pins/use-pins.ts'
import { SheetCard, SheetLine, type SheetFaceProps } from './sheet-card.tsx'
import { useUpload } from './use-upload.tsx'
import { useLastVisit } from '../desk/last-visit.ts'

type Shown = Discipline | 'all'

/** What is most of a set comes first. */
const bySize = <S extends { readonly discipline: Discipline }>(sheets: readonly S[]) =>
  disciplines
    .map((discipline) => ({ discipline, sheets: sheets.filter((sheet) => sheet.discipline === discipline) }))
    .filter((group) => group.sheets.length)
    .toSorted((a, b) => b.sheets.length - a.sheets.length)

const isNew = ({ revised_at }: DrawingSheet, last: string | null) => last !== null && (revised_at ?? '') > last

/** A project's drawings: its current sheets by discipline, and for editors the sets under way. @useSignals */
export const SheetsView = ({ project, lead }: { project: Project; lead: ReactNode }) => {
  const { session } = useServices()
  const user = session.user.value
  const isEditor = editsDrawings(user) && project.archived_at === null
  const params = useShared({ project_id: project.id })
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Shown>('all')
  const [chosenList, setAsList] = useState(false)
  // Phones have the list, whatever was chosen.
  const asList = usePhone() || chosenList
  const order = { column: 'number', direction: 'asc' } as const
  const query = useQuery(drawingSheets, { params, order })
  const sets = useRecords(useQuery(drawings, { params, ask: isEditor }).items)
  const pins = usePinCounts(project.id)
  const last = useLastVisit(user?.id, project.id)
  const all = useSummary(query.items, (sheets) => sheets.map(keptOf).toSorted((a, b) => a.id - b.id), [])
  const keeping = useKeptSheets(project.id, all)
  const input = useUpload(project.id, isEditor)
  const sought = textKey(search.trim())
  if (!all.length && query.state.value === 'never') return <NotLoaded failure={query.failure.value} retry={query.ask} />
  return (
    <div className={css({ column: '4' })}>
      <div className={bar}>
        {lead}
        <div className={css({ flex: { base: '1 1 100%', md: '0 1 15rem' } })}>
          <TextInput value={search} onChange={setSearch} placeholder="Number or title" aria-label="Find a sheet" />
        </div>
        {all.length > 0 && <DisciplineChoice all={all} value={chosen} onChange={setChosen} />}
        <div className={css({ flow: '2', marginLeft: 'auto' })}>
          <KeepButton keeping={keeping} />
          <span className={css({ display: { base: 'none', sm: 'flex' } })}>
            <IconButton
              icon={asList ? 'layout-grid' : 'list'}
              variant="outline"
              aria-label={asList ? 'Show as cards' : 'Show as a list'}
              onClick={() => setAsList(!asList)}
            />
          </span>
          {input}
        </div>
      </div>
      <UploadProgress entity={drawings} parents={params} />
      {isEditor && <OpenSets sets={sets} />}
      <Groups items={query.items} {...{ all, sought, chosen, last, asList, pins }} heldOf={keeping.heldOf} />
      {isEditor && <SharedSets sets={sets} />}
      {!all.length && (
        <EmptyState icon="map" title="No drawings here yet.">
          {isEditor ? 'Upload a PDF set: its pages become sheets.' : null}
        </EmptyState>
      )}
    </div>
  )
}

const keptOf = ({ id, discipline, current_revision_id, bytes }: DrawingSheet): KeptSheet => ({
  id,
  discipline,
  current_revision_id,
  bytes,
})

/** The sheets that are sought, by discipline. @useSignals */
const Groups = ({
  items,
  all,
  heldOf,
  sought,
  chosen,
  last,
  asList,
  pins,
}: {
  items: ReadonlySignal<Items<DrawingSheet>>
  all: readonly KeptSheet[]
  heldOf: Keeping['heldOf']
  sought: string
  chosen: Shown
  /** When this person looked at the drawings before. */
  last: string | null
  asList: boolean
  pins: ReadonlyMap<Id, number>
}) => {
  const { settings, store } = useServices()
  const zone = settings.value.time_zone ?? deviceZone
  const groups = useSummary(
    items,
    (sheets) => {
      const isSought = ({ number, title }: DrawingSheet) =>
        textKey(number).includes(sought) || textKey(title).includes(sought)
      return bySize(sought ? sheets.filter(isSought) : sheets)
        .filter(({ discipline }) => chosen === 'all' || chosen === discipline)
        .map(({ discipline, sheets: own }) => ({
          discipline,
          ids: own.map(({ id }) => id),
          revised: own.filter((sheet) => isNew(sheet, last)).length,
        }))
    },
    [sought, chosen, last],
  )
  const known = new Map(all.map((sheet) => [sheet.id, sheet]))
  const since = last === null ? null : `New since ${formatDay(dayIn(zone, new Date(last)))}`
  const facesOf = (ids: readonly Id[]) =>
    ids.flatMap((id): FaceProps[] => {
      const [sheet, item] = [known.get(id), store.of(drawingSheets).item(id)]
      if (!sheet || !item) return []
      const held = heldOf(sheet)
      const superseded = held?.isCurrent === false ? held.revision : null
      return [{ id, item, last, since, isHere: held?.isCurrent ?? false, superseded, pins: pins.get(id) ?? 0 }]
    })
  if (all.length && !groups.length) return <EmptyState icon="map" title="No sheet has these words." />
  return groups.map(({ discipline, ids, revised }) => (
    <Group key={discipline} {...{ discipline, revised, asList }} faces={facesOf(ids)} />
  ))
}

const DisciplineChoice = memo(
  ({ all, value, onChange }: { all: readonly KeptSheet[]; value: Shown; onChange: (value: Shown) => void }) => (
    <div className={css({ overflowX: 'auto', maxWidth: 'full' })}>
      <Segmented<Shown>
        aria-label="Discipline"
        value={value}
        onChange={onChange}
        options={[
          { value: 'all', label: `All ${all.length}` },
          ...bySize(all).map(({ discipline, sheets }) => ({
            value: discipline,
            label: `${discipline === 'other' ? 'Other' : discipline} ${sheets.length}`,
          })),
        ]}
      />
    </div>
  ),
)

interface FaceProps extends Pick<SheetFaceProps, 'isHere' | 'superseded' | 'pins'> {
  readonly id: Id
  readonly item: ReadonlySignal<DrawingSheet>
  readonly last: string | null
  /** Says since when a sheet is new that was revised after the last visit. */
  readonly since: string | null
}

/** A sheet, which renders alone. @useSignals */
const Face = memo(({ item, last, since, asLine, ...face }: Omit<FaceProps, 'id'> & { asLine: boolean }) => {
  const sheet = useRecord(item)
  const Shown = asLine ? SheetLine : SheetCard
  return <Shown {...face} sheet={sheet} fresh={isNew(sheet, last) ? since : null} />
})

const Group = ({
  discipline,
  faces,
  revised,
  asList,
}: {
  discipline: Discipline
  faces: readonly FaceProps[]
  /** How many were revised since the last visit. */
  revised: number
  asList: boolean
}) => {
  const [open, setOpen] = useState(true)
  return (
    <section aria-label={disciplineNames[discipline]}>
      <div className={heading}>
        <span className={letter} aria-hidden>
          {discipline === 'other' ? '–' : discipline}
        </span>
        <h2 className={css({ textStyle: 'section' })}>{disciplineNames[discipline]}</h2>
        <span className={css({ textStyle: 'note' })}>
          {faces.length === 1 ? '1 sheet' : `${faces.length} sheets`}
          {revised > 0 && ` · ${revised} revised`}
        </span>
        <Fold name={disciplineNames[discipline]} open={open} onOpen={setOpen} />
      </div>
      {open && (
        <div className={asList ? lines : cards}>
          {faces.map(({ id, ...face }) => (
            <Face key={id} {...face} asLine={asList} />
          ))}
        </div>
      )}
    </section>
  )
}

const Fold = memo(({ name, open, onOpen }: { name: string; open: boolean; onOpen: (open: boolean) => void }) => (
  <span className={css({ marginLeft: 'auto' })}>
    <IconButton
      icon={open ? 'chevron-up' : 'chevron-down'}
      aria-label={`${open ? 'Fold' : 'Unfold'} ${name}`}
      aria-expanded={open}
      onClick={() => onOpen(!open)}
    />
  </span>
))

const bar = css({ wrap: '2.5' })
const heading = css({ wrap: '2', marginBottom: '2' })
const letter = css({
  center: true,
  boxSize: '5',
  borderRadius: 'sm',
  background: 'ink',
  color: 'card',
  textStyle: 'caption',
  fontWeight: 'title',
})
const cards = css({
  stack: '3.5',
  gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
  '@media (min-width: 80rem)': { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
})
const lines = css({ border: '1px solid {colors.line}', borderRadius: 'lg', overflow: 'hidden' })
