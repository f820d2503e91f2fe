import { useState } from 'react'
import { useLocation } from 'wouter'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { offer } from '#blocks/undo/offer.ts'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { drawingRevisions, drawings, type Drawing } from '../../entities.ts'
import type { ReviewedPage } from './use-review.ts'

interface Reviewed {
  readonly pages: readonly ReviewedPage[]
  readonly ready: readonly ReviewedPage[]
  readonly unsure: readonly ReviewedPage[]
  readonly missing: readonly string[]
}

/** What publishing does, and the button for it. @useSignals */
export const PublishBar = ({ set, pages, ready, unsure, missing }: Reviewed & { set: Drawing }) => {
  const services = useServices()
  const { api } = services
  const report = useOutcome()
  const [, navigate] = useLocation()
  const [sending, setSending] = useState(false)
  const back = `/projects/${set.project_id}/drawings`
  async function publish() {
    setSending(true)
    const revision_ids = ready.map(({ page }) => page.id)
    const result = await api.across(drawings).act(set.id, 'publish', { revision_ids })
    setSending(false)
    if (report(result, `${sheetsOf(revision_ids.length)} published.`)) navigate(back)
  }
  const unchanged = unsure.filter(({ outcome }) => outcome?.unchanged).map(({ page }) => page.id)
  async function skip() {
    const results = []
    for (const id of unchanged) results.push(await api(drawingRevisions, { drawing_id: set.id }).remove(id))
    const failed = results.find((result) => !result.ok)
    if (failed) report(failed, '')
    else offer(services, `${sheetsOf(unchanged.length)} skipped.`, results)
  }
  return (
    <footer className={bar}>
      <strong>
        {ready.length} of {pages.length} ready
      </strong>
      <div className={css({ textStyle: 'note', flex: '1', minWidth: '12rem' })}>
        {whatHappens(ready, pages.length)}
        {missing.length > 0 && (
          <details>
            <summary className={css({ cursor: 'pointer' })}>
              {sheetsOf(missing.length)} of the project {missing.length === 1 ? 'is' : 'are'} not in this set
            </summary>
            <p className={css({ maxHeight: '8rem', overflow: 'auto' })}>{missing.join(', ')}</p>
          </details>
        )}
      </div>
      {unsure.length > 0 && (
        <span className={css({ row: '1', color: 'attention' })}>
          <Icon name="circle-alert" size="sm" />
          {unsure.length} unsure
        </span>
      )}
      {unchanged.length > 0 && (
        <Button variant="outline" onClick={() => void skip()}>
          Skip {unchanged.length} unchanged
        </Button>
      )}
      <Button variant="outline" onClick={() => navigate(back)}>
        Keep as draft
      </Button>
      <Button variant="solid" icon="send" disabled={!ready.length} loading={sending} onClick={() => void publish()}>
        Publish {ready.length}
      </Button>
    </footer>
  )
}

const sheetsOf = (count: number) => (count === 1 ? '1 sheet' : `${count} sheets`)

function whatHappens(ready: readonly ReviewedPage[], all: number): string {
  const old = ready.filter(({ outcome }) => outcome?.supersedes).length
  const added = ready.length - old
  const parts = [...(old ? [`supersedes ${sheetsOf(old)}`] : []), ...(added ? [`adds ${added}`] : [])]
  const left = all - ready.length
  return [
    ...(parts.length ? [`Publishing ${parts.join(' and ')}, and tells the team.`] : []),
    ...(left ? [`${left} ${left === 1 ? 'stays a draft' : 'stay drafts'}.`] : []),
  ].join(' ')
}

const bar = css({
  position: 'sticky',
  bottom: { base: 'calc(4.5rem + env(safe-area-inset-bottom))', md: '0' },
  wrap: '3',
  marginInline: { base: '-3.5', md: '-7' },
  marginBottom: { base: '0', md: '-5.5' },
  paddingBlock: '3',
  paddingInline: '3.5',
  background: 'card',
  borderTop: '1px solid {colors.line}',
})
