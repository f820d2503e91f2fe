import { useEffect } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { keptWords } from './words.ts'

/**
 * What of a job is on this device, and what can be done about it (rule kept-job). Nothing where nothing is kept unasked.
 * @useSignals
 */
export const KeptLine = ({ job, name }: { job: Id; name: string }) => {
  const { keeping } = useServices()
  const now = keeping.of(job)
  useEffect(() => keeping.check(job), [keeping, job])
  if (now === undefined || (now === null && !matchMedia('(pointer: coarse)').matches)) return null
  const isWhole = now !== null && now.wholeAt !== null && now.counts.every(({ here, of }) => here === of)
  const mayAsk = now === null || now.state === 'declined' || now.state === 'full'
  return (
    <div className={line}>
      <span className={css({ display: 'flex', color: isWhole ? 'done' : 'muted', paddingTop: '0.5' })}>
        <Icon name={isWhole ? 'check' : 'download'} size="sm" />
      </span>
      <span role="status" className={css({ flex: '1 1 6rem', minWidth: '0', overflowWrap: 'anywhere' })}>
        {name}: {keptWords(now)}
      </span>
      {now?.state === 'ask' && (
        <span className={buttons}>
          <Button size="sm" onClick={() => keeping.answer(job, true)}>
            Keep it
          </Button>
          <Button size="sm" variant="outline" onClick={() => keeping.answer(job, false)}>
            Not now
          </Button>
        </span>
      )}
      {mayAsk && keeping.wanted(job) !== 'all' && (
        <Button size="sm" variant="outline" icon="download" onClick={() => keeping.want(job, 'all')}>
          Keep on this device
        </Button>
      )}
    </div>
  )
}

const line = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: '2', textStyle: 'small' })
const buttons = css({ display: 'flex', gap: '1.5' })
