import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatMoment } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { companySettings, type SystemStatus } from '../entities.ts'

type Job = SystemStatus['troubled'][number]

/** Jobs that failed, each with its reason. Those that failed for good are tried again by hand only. */
export const TroubledJobs = ({ jobs, onRetried }: { jobs: readonly Job[]; onRetried: () => void }) => {
  const { api } = useServices()
  const [busy, setBusy] = useState<number | 'all' | null>(null)
  async function retry(ids: readonly number[], which: number | 'all') {
    setBusy(which)
    const result = await api(companySettings).actOnAll('retry_jobs', { ids })
    setBusy(null)
    if (!result.ok) return toastFailure(result)
    onRetried()
  }
  if (!jobs.length) return <p className={css({ color: 'muted' })}>No job has failed.</p>
  return (
    <>
      <ul className={list}>
        {jobs.map(({ id, kind, attempts, error, next_at, failed_at }) => (
          <li key={id} className={row}>
            <div className={css({ minWidth: '0', flex: '1' })}>
              <p className={css({ wrap: '2' })}>
                <strong>{choiceLabel(kind)}</strong>
                <Tag tone={failed_at === null ? 'neutral' : 'attention'} className={css({ whiteSpace: 'normal' })}>
                  {failed_at === null
                    ? `Tried ${attempts === 1 ? 'once' : `${formatNumber(attempts)} times`}, again ${formatMoment(next_at ?? '')}`
                    : `Failed ${formatMoment(failed_at)}`}
                </Tag>
              </p>
              <p className={css({ textStyle: 'note', overflowWrap: 'anywhere' })}>{error}</p>
            </div>
            <Button
              variant="outline"
              size="sm"
              loading={busy === id}
              disabled={busy !== null}
              aria-label={`Try ${choiceLabel(kind)} ${id} again`}
              onClick={() => void retry([id], id)}
            >
              Try again
            </Button>
          </li>
        ))}
      </ul>
      {jobs.length > 1 && (
        <Button
          variant="outline"
          loading={busy === 'all'}
          disabled={busy !== null}
          onClick={() =>
            void retry(
              jobs.map(({ id }) => id),
              'all',
            )
          }
        >
          Try all again
        </Button>
      )}
    </>
  )
}

const list = css({ stack: '3', gridTemplateColumns: 'minmax(0, 1fr)' })
const row = css({ display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'flex-start' })
