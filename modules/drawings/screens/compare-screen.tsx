import { useLocation, useSearch } from 'wouter'
import { Detail } from '#blocks/detail/detail.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { ParentScope } from '#blocks/services/services.tsx'
import type { ScreenProps } from '#core/module/define-module.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { drawingSheets, type DrawingSheet } from '../entities.ts'
import { CompareDesk } from '../parts/compare-desk.tsx'
import { sheetHref } from '../parts/addresses.ts'
import { useRevisions } from '../parts/use-sheet.ts'

/** Two revisions of a sheet, compared. @useSignals */
export default function CompareScreen({ params }: ScreenProps<'/projects/:project_id/drawings/:sheet_id/compare'>) {
  const project_id = Number(params.project_id) || 0
  const list = { href: `/projects/${project_id}/drawings`, label: 'Drawings' }
  return (
    <ParentScope project_id={project_id}>
      <Detail entity={drawingSheets} id={params.sheet_id} list={list}>
        {(sheet) => <Compared key={sheet.id} sheet={sheet} />}
      </Detail>
    </ParentScope>
  )
}

/** @useSignals */
const Compared = ({ sheet }: { sheet: DrawingSheet }) => {
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const { query, revisions } = useRevisions(sheet, null)
  const wanted = (name: string) => revisions.find(({ id }) => id === Number(search.get(name)))
  const after = wanted('after') ?? revisions[0]
  const before = wanted('before') ?? revisions[1]
  if (!after || !before)
    return query.state.value === 'never' ? (
      <NotLoaded failure={query.failure.value} retry={query.ask} />
    ) : (
      <EmptyState
        title="This sheet has one revision only."
        action={<LinkButton href={sheetHref(sheet)}>Open {sheet.number}</LinkButton>}
      />
    )
  return (
    <CompareDesk
      sheet={sheet}
      revisions={revisions}
      before={before}
      after={after}
      onChoose={(first, second) =>
        navigate(`${sheetHref(sheet)}/compare?before=${first}&after=${second}`, { replace: true })
      }
    />
  )
}
