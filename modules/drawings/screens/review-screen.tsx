import { useState } from 'react'
import { useLocation } from 'wouter'
import { Detail } from '#blocks/detail/detail.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { ScreenProps } from '#core/module/define-module.ts'
import { formatDay } from '#lib/days.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Field } from '#ui/field/field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { drawings, type Drawing } from '../entities.ts'
import { ReviewRow } from '../parts/review/review-row.tsx'
import { TitleBlockPanel } from '../parts/review/title-block-panel.tsx'
import { focused, useReview, type ReviewedPage } from '../parts/review/use-review.ts'

type Shown = 'needs' | 'ready' | 'all'

/** The pages of a set before they are published: what each will be called, problems first. @useSignals */
export default function ReviewScreen({ params }: ScreenProps<'/projects/:project_id/drawings/sets/:set_id'>) {
  const project_id = Number(params.project_id) || 0
  const list = { href: `/projects/${project_id}/drawings`, label: 'Drawings' }
  return (
    <ParentScope project_id={project_id}>
      <Detail entity={drawings} id={params.set_id} list={list}>
        {(set) => <Review key={set.id} set={set} />}
      </Detail>
    </ParentScope>
  )
}

/** @useSignals */
const Review = ({ set }: { set: Drawing }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [, navigate] = useLocation()
  const [shown, setShown] = useState<Shown>('all')
  const [focus, setFocus] = useState<Id | null>(null)
  const [sending, setSending] = useState(false)
  const { query, pages, ready, needing } = useReview(set)
  const listed = { needs: needing, ready, all: pages }[shown]
  const current = focused(pages, focus)
  const back = `/projects/${set.project_id}/drawings`
  async function publish() {
    setSending(true)
    const revision_ids = ready.map(({ page }) => page.id)
    const result = await api.across(drawings).act(set.id, 'publish', { revision_ids })
    setSending(false)
    if (report(result, revision_ids.length === 1 ? '1 sheet published.' : `${revision_ids.length} sheets published.`))
      navigate(back)
  }
  const step = (by: 1 | -1) => {
    const at = pages.findIndex(({ page }) => page.id === current?.page.id)
    setFocus(pages[(at + by + pages.length) % pages.length]?.page.id ?? null)
  }
  return (
    <Page
      title={pages.length === 1 ? 'Check 1 sheet' : `Check ${pages.length} sheets`}
      sub={set.received_on === null ? set.name : `${set.name}, dated ${formatDay(set.received_on)}`}
      crumbs={<Breadcrumb items={[{ href: back, label: 'Drawings' }, { label: 'Upload' }]} />}
      actions={
        <Segmented<Shown>
          aria-label="Which pages"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'needs', label: `Needs you ${needing.length}` },
            { value: 'ready', label: `Ready ${ready.length}` },
            { value: 'all', label: `All ${pages.length}` },
          ]}
        />
      }
    >
      {!pages.length && query.state.value === 'never' ? (
        <NotLoaded failure={query.failure.value} retry={query.ask} />
      ) : !pages.length ? (
        <EmptyState icon="map" title="All sheets of this set are published." />
      ) : (
        <div className={columns}>
          <ReviewTable pages={listed} current={current} onFocus={setFocus} />
          <div className={css({ display: 'grid', gap: '4', alignContent: 'start' })}>
            {current && <TitleBlockPanel page={current.page} onStep={step} />}
            <SameForAll key={set.id} set={set} />
          </div>
        </div>
      )}
      <footer className={bar}>
        <strong>
          {ready.length} of {pages.length} ready
        </strong>
        <span className={css({ textStyle: 'small', color: 'muted', flex: '1' })}>{whatHappens(ready)}</span>
        {needing.length > 0 && (
          <span className={css({ display: 'flex', alignItems: 'center', gap: '1', color: 'attention' })}>
            <Icon name="circle-alert" size="sm" />
            {needing.length} {needing.length === 1 ? 'needs' : 'need'} you
          </span>
        )}
        <Button variant="outline" onClick={() => navigate(back)}>
          Keep as draft
        </Button>
        <Button variant="solid" icon="send" disabled={!ready.length} loading={sending} onClick={() => void publish()}>
          Publish {ready.length}
        </Button>
      </footer>
    </Page>
  )
}

function whatHappens(ready: readonly ReviewedPage[]): string {
  const old = ready.filter(({ outcome }) => !!outcome?.supersedes).length
  const added = ready.length - old
  const parts = [
    ...(old ? [`supersedes ${old === 1 ? '1 sheet' : `${old} sheets`}`] : []),
    ...(added ? [`adds ${added}`] : []),
  ]
  return parts.length ? `Publishing ${parts.join(' and ')}, and tells the team` : ''
}

const ReviewTable = ({
  pages,
  current,
  onFocus,
}: {
  pages: readonly ReviewedPage[]
  current: ReviewedPage | null
  onFocus: (id: Id) => void
}) => (
  <div className={card}>
    <table className={css({ width: 'full', borderCollapse: 'collapse' })}>
      <thead className={heads}>
        <tr>
          {['Page', '', 'Number', 'Title', 'Discipline', 'Rev', 'On publish'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pages.map((one) => (
          <ReviewRow
            key={one.page.id}
            reviewed={one}
            isFocused={one.page.id === current?.page.id}
            onFocus={() => onFocus(one.page.id)}
          />
        ))}
      </tbody>
    </table>
  </div>
)

/** What all pages of a set share. @useSignals */
const SameForAll = ({ set }: { set: Drawing }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [name, setName] = useState(set.name)
  const save = async (change: { name?: string; received_on?: string | null }) => {
    const result = await api(drawings, { project_id: set.project_id }).save({ id: set.id, ...change })
    if (!result.ok) report(result, '')
  }
  return (
    <section className={css({ display: 'grid', gap: '3', padding: '3.5' })} data-card>
      <h2 className={css({ textStyle: 'section' })}>Same for all pages</h2>
      <Field label="Set name">
        <TextInput
          value={name}
          onChange={setName}
          onBlur={() => void (name.trim() && name !== set.name && save({ name: name.trim() }))}
        />
      </Field>
      <Field label="Dated">
        <DatePicker value={set.received_on} onChange={(received_on) => void save({ received_on })} />
      </Field>
    </section>
  )
}

const columns = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  paddingBottom: '20',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 24rem' },
  '& [data-card]': { background: 'card', border: '1px solid {colors.line}', borderRadius: 'lg' },
})
const card = css({ background: 'card', border: '1px solid {colors.line}', borderRadius: 'lg', overflow: 'hidden' })
const heads = css({
  display: { base: 'none', md: 'table-header-group' },
  textStyle: 'small',
  color: 'muted',
  '& th': { padding: '2', textAlign: 'start', fontWeight: 'strong' },
})
const bar = css({
  position: 'sticky',
  bottom: { base: 'calc(4.5rem + env(safe-area-inset-bottom))', md: '0' },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  marginInline: { base: '-3.5', md: '-7' },
  marginBottom: { base: '0', md: '-5.5' },
  paddingBlock: '3',
  paddingInline: '3.5',
  background: 'card',
  borderTop: '1px solid {colors.line}',
})
