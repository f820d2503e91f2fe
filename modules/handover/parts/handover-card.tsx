import { useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { css } from '#css/css'
import { formatSize } from '#lib/file-size.ts'
import { formatRecent } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { textLink } from '#ui/button/text-link.ts'
import { Card } from '#ui/card/card.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import type { Project } from '../../projects/entities.ts'
import { handovers, type Handover } from '../entities.ts'

/** One's own packages of a job, on its overview, once there are any (rule handover). @useSignals */
export const HandoverCard = ({ project }: { project: Project }) => {
  const query = useQuery(handovers, { params: { project_id: project.id } })
  const packages = useRecords(query.items)
  const failure = query.failure.value
  if (!packages.length && query.state.value !== 'never') return null
  if (!packages.length && !failure) return null
  return (
    <Card className={css({ stack: '2' })}>
      <h2 className={css({ textStyle: 'section' })}>Closeout packages</h2>
      {packages.length ? (
        <ul>
          {packages.map((one) => (
            <li key={one.id}>
              <Row handover={one} />
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded failure={failure} retry={query.ask} />
      )}
    </Card>
  )
}

/** What becomes of it: how far it is, how large, or why it is not there. */
function lineOf({ state, done, total, size, made_at, error }: Handover): string {
  if (state === 'waiting') return 'Waiting for its turn'
  if (state === 'failed') return error ?? 'It could not be made.'
  if (state === 'ready') return [formatSize(size ?? 0), made_at && formatRecent(made_at)].filter(Boolean).join(' · ')
  return total === null ? 'Being made' : `Being made: ${formatNumber(done)} of ${formatNumber(total)}`
}

/** @useSignals */
const Row = ({ handover }: { handover: Handover }) => {
  const { api } = useServices()
  const [removing, setRemoving] = useState(false)
  const { steps, busy, asked } = useSteps(handovers, handover)
  const { id, title, state, done, total } = handover
  return (
    <div className={row}>
      <span className={css({ flex: '1 1 12rem', minWidth: '0' })}>
        <b className={css({ fontWeight: 'strong', overflowWrap: 'anywhere' })}>{title}</b>
        <span role="status" className={line} data-failed={state === 'failed' || undefined}>
          {lineOf(handover)}
        </span>
        {state === 'making' && <Progress value={total ? done / total : null} aria-label={`Making ${title}`} />}
      </span>
      {state === 'ready' && (
        <a className={textLink} href={api.urlOf(`/api/handovers/${id}/file?download`)} download>
          Download
        </a>
      )}
      {steps.map(({ action, label, take }) => (
        <Button key={action} size="sm" variant="outline" loading={busy} onClick={take}>
          {label}
        </Button>
      ))}
      <IconButton icon="trash-2" aria-label={`Delete ${title}`} onClick={() => setRemoving(true)} />
      {asked}
      {removing && <DeleteRecord entity={handovers} record={handover} onClose={() => setRemoving(false)} />}
    </div>
  )
}

const row = css({ wrap: '3', minHeight: '12', paddingBlock: '1.5' })
const line = css({ display: 'block', textStyle: 'note', '&[data-failed]': { color: 'attention' } })
