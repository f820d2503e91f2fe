import { History } from '#blocks/history/history.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatDay } from '#lib/days.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { drawingRevisions, drawings, type Drawing } from '../../entities.ts'
import { editsDrawings } from '../../guards.ts'
import { sheetHref } from '../addresses.ts'
import { usePinsBySheet, type Pin } from '../pins/use-pins.ts'
import { changesOf, type SetChange } from './set-changes.ts'

/** What a published set changed: new and revised sheets, and what is pinned on them; for editors with its Undo. @useSignals */
export const PublishedSet = ({ set }: { set: Drawing }) => {
  const { id, project_id, name, received_on } = set
  const { session } = useServices()
  const query = useQuery(drawingRevisions, { across: true, filters: { project_id } })
  const changes = useSummary(query.items, (all) => changesOf(id, all), [id])
  const pins = usePinsBySheet(project_id)
  const back = `/projects/${project_id}/drawings`
  const revised = changes.filter(({ before }) => before !== null)
  const added = changes.filter(({ before }) => before === null)
  return (
    <Page
      title={name}
      sub={received_on === null ? 'What changed' : `What changed, dated ${formatDay(received_on)}`}
      crumbs={<Breadcrumb items={[{ href: back, label: 'Drawings' }, { label: name }]} />}
    >
      {!changes.length && query.state.value === 'never' ? (
        <NotLoaded failure={query.failure.value} retry={query.ask} />
      ) : !changes.length ? (
        <EmptyState
          icon="map"
          title="No sheet of this set is published."
          action={<LinkButton href={back}>Drawings</LinkButton>}
        />
      ) : (
        <div className={css({ column: '4' })}>
          <Changes title="Revised" {...{ project_id, pins }} changes={revised} />
          <Changes title="New" {...{ project_id, pins }} changes={added} />
          {editsDrawings(session.user.value) && (
            <Card>
              <History entity={drawings} record={set} />
            </Card>
          )}
        </div>
      )}
    </Page>
  )
}

const Changes = ({
  title,
  changes,
  project_id,
  pins,
}: {
  title: string
  changes: readonly SetChange[]
  project_id: Id
  pins: ReadonlyMap<Id, readonly Pin[]>
}) =>
  changes.length > 0 && (
    <section aria-label={title} className={card}>
      <h2 className={head}>
        {title} {changes.length}
      </h2>
      <ul>
        {changes.map((change) => (
          <Change key={change.id} {...{ change, project_id }} pins={pins.get(change.sheet) ?? []} />
        ))}
      </ul>
    </section>
  )

const Change = ({ change, project_id, pins }: { change: SetChange; project_id: Id; pins: readonly Pin[] }) => {
  const { id, sheet, number, title, revision, before, since } = change
  const href = sheetHref({ id: sheet, project_id })
  return (
    <li className={row}>
      <a href={since === null ? href : `${href}?revision=${id}`} className={link}>
        <b>{number}</b> {title}
      </a>
      <span className={note}>
        {before && `rev ${before.revision ?? '–'} → `}rev {revision ?? '–'}
        {since !== null && `, superseded by rev ${since}`}
      </span>
      <span className={note}>
        {pins.map(({ key, kind, face, href: at, title: said }) =>
          at === null ? null : (
            <a key={key} href={at} title={said} className={css({ marginInlineEnd: '2' })}>
              {kind.label} {face.number}
            </a>
          ),
        )}
      </span>
      {before && (
        <LinkButton
          size="sm"
          variant="outline"
          href={`${href}/compare?with=${sheet}&before=${before.id}&after=${id}`}
          aria-label={`Compare ${number} with rev ${before.revision ?? '–'}`}
        >
          Compare
        </LinkButton>
      )}
    </li>
  )
}

const card = css({ layerStyle: 'card', overflow: 'hidden' })
const head = css({ textStyle: 'section', paddingBlock: '3', paddingInline: '3.5' })
/** As high as a thumb where it is pressed by one. */
const link = css({
  flex: '1 1 14rem',
  minWidth: '0',
  minHeight: { base: '6', _coarse: 'touch' },
  alignContent: 'center',
})
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '4',
  rowGap: '1',
  minHeight: '12',
  paddingBlock: '2',
  paddingInline: '3.5',
  borderTop: '1px solid {colors.line}',
})
const note = css({ textStyle: 'note' })
