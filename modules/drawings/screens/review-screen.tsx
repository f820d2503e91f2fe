import { useMemo, useState } from 'react'
import { useSignal } from '@preact/signals-react'
import { Detail } from '#blocks/detail/detail.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useSelection } from '#blocks/work-list/use-selection.ts'
import { css } from '#css/css'
import type { ScreenProps } from '#core/module/define-module.ts'
import { formatDay } from '#lib/days.ts'
import type { ReadField } from '#lib/title-block/read-fields.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { drawings, type Drawing } from '../entities.ts'
import { editsDrawings } from '../guards.ts'
import { ForAll } from '../parts/review/for-all.tsx'
import type { Live } from '../parts/review/live.tsx'
import { PublishBar } from '../parts/review/publish-bar.tsx'
import { ReviewTable, type Spot } from '../parts/review/review-table.tsx'
import { TitleBlockPanel } from '../parts/review/title-block-panel.tsx'
import { PublishedSet } from '../parts/sets/published-set.tsx'
import { focused, useReview } from '../parts/review/use-review.ts'

type Shown = 'all' | 'unsure' | 'sure'

/** A set: its pages before they are published, for who edits drawings, and then what it changed. @useSignals */
export default function ReviewScreen({ params }: ScreenProps<'/projects/:project_id/drawings/sets/:set_id'>) {
  const project_id = Number(params.project_id) || 0
  const list = { href: `/projects/${project_id}/drawings`, label: 'Drawings' }
  return (
    <ParentScope project_id={project_id}>
      <Detail entity={drawings} id={params.set_id} list={list}>
        {(set) => <SetOf key={set.id} set={set} />}
      </Detail>
    </ParentScope>
  )
}

/** @useSignals */
const SetOf = ({ set }: { set: Drawing }) => {
  const { session } = useServices()
  const isReviewed = set.state === 'published' || !editsDrawings(session.user.value)
  return isReviewed ? <PublishedSet set={set} /> : <Review set={set} />
}

/** The pages of a set before they are published: what each will be called, unsure ones first. @useSignals */
const Review = ({ set }: { set: Drawing }) => {
  const { query, pages, unsure, sure, ready, missing } = useReview(set)
  const [shown, setShown] = useState<Shown>('all')
  const [spot, setSpot] = useState<Spot | null>(null)
  const [chosen, setField] = useState<ReadField | null>(null)
  const live = useSignal<Live | null>(null)
  const order = [...(shown === 'sure' ? [] : unsure), ...(shown === 'unsure' ? [] : sure)]
  const ids = order.map(({ page }) => page.id).join(' ')
  const selection = useSelection(useMemo(() => ids.split(' ').filter(Boolean).map(Number), [ids]))
  const current = focused(order.length ? order : pages, spot?.id ?? null)
  // What is asked about is where somebody looks first.
  const field = chosen ?? current?.asks?.field ?? 'number'
  const back = `/projects/${set.project_id}/drawings`
  const step = (by: 1 | -1) => {
    const at = order.findIndex(({ page }) => page.id === current?.page.id)
    const next = order[(at + by + order.length) % order.length]
    if (next) look({ id: next.page.id, field: null })
  }
  const look = (next: Spot) => {
    setSpot(next)
    setField(next.field)
  }
  const alike = pages.filter(
    ({ page }) => page.width === current?.page.width && page.height === current?.page.height,
  ).length
  return (
    <Page
      title={pages.length === 1 ? 'Check 1 sheet' : `Check ${pages.length} sheets`}
      sub={set.received_on === null ? set.name : `${set.name}, dated ${formatDay(set.received_on)}`}
      crumbs={<Breadcrumb items={[{ href: back, label: 'Drawings' }, { label: 'Upload' }]} />}
    >
      {!pages.length && query.state.value === 'never' ? (
        <NotLoaded failure={query.failure.value} retry={query.ask} />
      ) : !pages.length ? (
        <EmptyState icon="map" title="All sheets of this set are published." />
      ) : (
        <>
          <ForAll key={set.id} set={set} ticked={[...selection.ids]} />
          <div className={columns}>
            {current && (
              <div className={beside}>
                <TitleBlockPanel page={current.page} {...{ field, alike, live }} onField={setField} onStep={step} />
              </div>
            )}
            <div className={card}>
              <header className={head}>
                <Segmented<Shown>
                  aria-label="Which pages"
                  value={shown}
                  onChange={setShown}
                  options={[
                    { value: 'all', label: `All ${pages.length}` },
                    { value: 'unsure', label: `Unsure ${unsure.length}` },
                    { value: 'sure', label: `Sure ${sure.length}` },
                  ]}
                />
                <span className={hint}>Enter takes it and goes on, Tab goes down</span>
              </header>
              <ReviewTable
                unsure={shown === 'sure' ? [] : unsure}
                sure={shown === 'unsure' ? [] : sure}
                spot={spot}
                current={current}
                selection={selection}
                live={live}
                onSpot={look}
              />
            </div>
          </div>
        </>
      )}
      <PublishBar set={set} {...{ pages, ready, unsure, missing }} />
    </Page>
  )
}

const columns = css({
  column: '4',
  alignItems: 'start',
  paddingBottom: '20',
  '@media (width >= 1280px)': { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 9fr)' },
})
/** The title block is sticky, because people compare each row with it. */
const beside = css({
  '@media (width >= 1280px)': { position: 'sticky', top: 'calc(var(--sticky-top, 0px) + {spacing.4})' },
})
const card = css({ layerStyle: 'card', overflow: 'hidden' })
const head = css({ wrap: '2', padding: '2' })
const hint = css({ display: { base: 'none', md: 'inline' }, marginInlineStart: 'auto', textStyle: 'note' })
