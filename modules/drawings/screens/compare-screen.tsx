import { useLocation, useSearch } from 'wouter'
import { Detail } from '#blocks/detail/detail.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { ParentScope } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { ScreenProps } from '#core/module/define-module.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { drawingSheets, type DrawingRevision, type DrawingSheet } from '../entities.ts'
import { CompareDesk } from '../parts/compare/compare-desk.tsx'
import { sheetHref } from '../parts/addresses.ts'
import { useRevisions, useSheets } from '../parts/use-sheet.ts'

/** Two revisions of a sheet, or two sheets, compared. @useSignals */
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
  const { all: sheets } = useSheets(sheet.project_id)
  const { query, revisions } = useRevisions(sheet, null)
  const wanted = (name: string, among: readonly DrawingRevision[]) =>
    among.find(({ id }) => id === Number(search.get(name)))
  const after = wanted('after', revisions) ?? revisions[0]
  const [next] = sheets.filter(({ id }) => id !== sheet.id)
  const chosen = sheets.find(({ id }) => id === Number(search.get('with')))
  // A sheet without another revision is compared with another sheet.
  const other = chosen ?? (revisions.length === 1 && next ? next : sheet)
  const { query: asked, revisions: others } = useRevisions(other, null)
  const before = wanted('before', others) ?? others.find(({ id }) => id !== after?.id) ?? others[0]
  if (!after || !before)
    return query.state.value === 'never' || asked.state.value === 'never' ? (
      <NotLoaded failure={query.failure.value ?? asked.failure.value} retry={query.ask} />
    ) : (
      <EmptyState
        title="No revision of this sheet is published."
        action={<LinkButton href={sheetHref(sheet)}>Open {sheet.number}</LinkButton>}
      />
    )
  const go = (change: Record<string, Id>) => {
    const place = new URLSearchParams(
      Object.entries({ with: other.id, before: before.id, after: after.id, ...change }).map(([k, v]) => [k, String(v)]),
    )
    navigate(`${sheetHref(sheet)}/compare?${place}`, { replace: true })
  }
  return (
    <CompareDesk
      sheet={sheet}
      sheets={sheets}
      revisions={revisions}
      other={other}
      others={others}
      before={before}
      after={after}
      onOther={(id) => go({ with: id, before: 0 })}
      onBefore={(id) => go({ before: id })}
      onAfter={(id) => go({ after: id })}
    />
  )
}
