import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Detail } from '#blocks/detail/detail.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { ParentScope } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { ScreenProps } from '#core/module/define-module.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { drawingSheets, type DrawingSheet } from '../entities.ts'
import { SheetDesk } from '../parts/desk/sheet-desk.tsx'
import type { SheetDeskProps } from '../parts/desk/use-desk.ts'
import { useMarking } from '../parts/marks/use-marking.ts'
import { usePins } from '../parts/pins/use-pins.ts'
import { sheetHref } from '../parts/addresses.ts'
import { useMarkups, useRevisions, useSheets } from '../parts/use-sheet.ts'

/** A sheet, as large as the window (rule markup). @useSignals */
export default function SheetScreen({ params }: ScreenProps<'/projects/:project_id/drawings/:sheet_id'>) {
  const project_id = Number(params.project_id) || 0
  const list = { href: `/projects/${project_id}/drawings`, label: 'Drawings' }
  return (
    <ParentScope project_id={project_id}>
      <Detail entity={drawingSheets} id={params.sheet_id} list={list}>
        {(sheet) => <Sheet key={sheet.id} sheet={sheet} />}
      </Detail>
    </ParentScope>
  )
}

/** @useSignals */
const Sheet = ({ sheet }: { sheet: DrawingSheet }) => {
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const { query, revisions, shown } = useRevisions(sheet, Number(search.get('revision')) || null)
  const { all: sheets } = useSheets(sheet.project_id)
  const back = `/projects/${sheet.project_id}/drawings`
  useEffect(() => {
    document.title = `${sheet.number} ${sheet.title}`
  }, [sheet.number, sheet.title])
  if (!shown)
    return (
      <div className={waiting}>
        {query.state.value === 'never' ? (
          <NotLoaded failure={query.failure.value} retry={query.ask} />
        ) : (
          <EmptyState
            title="No revision of this sheet is published."
            action={<LinkButton href={back}>Drawings</LinkButton>}
          />
        )}
      </div>
    )
  const place = (['x', 'y', 'zoom'] as const).map((name) => Number(search.get(name) ?? NaN))
  const [x = NaN, y = NaN, zoom = NaN] = place
  return (
    <StoredDesk
      key={`${shown.id} ${shown.stamped}`}
      sheet={sheet}
      sheets={sheets}
      revisions={revisions}
      shown={shown}
      back={back}
      initial={place.every(Number.isFinite) ? { place: [x, y], scale: zoom } : null}
      initialMark={Number(search.get('markup')) || null}
      initialPin={search.get('pin')}
      onRevision={(id) => navigate(`${sheetHref(sheet)}?revision=${id}`, { replace: true })}
      onSheet={(other) => navigate(sheetHref(other), { replace: true })}
    />
  )
}

/** A sheet of a project with its marks and pins. @useSignals */
const StoredDesk = (props: Omit<SheetDeskProps, 'marks' | 'marking' | 'pins'>) => {
  const marks = useMarkups(props.sheet)
  const marking = useMarking(props.sheet, props.shown)
  const pins = usePins(props.sheet)
  return <SheetDesk {...props} marks={marks} marking={marking} pins={pins} />
}

const waiting = css({ paddingBlock: '12' })
