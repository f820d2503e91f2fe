import { useEffect } from 'react'
import { Facts } from '#blocks/detail/facts.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatSize } from '#lib/file-size.ts'
import { formatMoment, formatTime } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { companySettings, type SystemStatus } from '../entities.ts'
import { TroubledJobs } from '../parts/troubled-jobs.tsx'

const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'System' }]} />
const dependsOn = [companySettings]
/** Milliseconds between two looks, while the page is visible. */
const EVERY = 15_000
/** A daily backup that is older than this has missed a day, in milliseconds. */
const LATE = 36 * 3_600_000

/** What part of a disk should stay free: below it, an operator has to act. */
const ENOUGH = 0.1

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const laneNames = { mail: 'Mail', quick: 'Short tasks', heavy: 'Previews, imports and backups' } as const

/** What an administrator watches of the server: version, storage, jobs, mail and backups. */
export default function SystemScreen() {
  const { api } = useServices()
  const { data, failure, retry } = useAsked(
    () => api(companySettings).ask<SystemStatus>('system'),
    'system status',
    dependsOn,
  )
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && retry(), EVERY)
    return () => clearInterval(timer)
  })
  return (
    <Page title="System" crumbs={crumbs} loading={!data && !failure}>
      {!data && failure && <NotLoaded failure={failure} retry={retry} />}
      {data && <Status status={data} onRetried={retry} />}
    </Page>
  )
}

const Status = ({ status, onRetried }: { status: SystemStatus; onRetried: () => void }) => (
  <div className={css({ stack: '4', maxWidth: '46rem' })}>
    <Card>
      <Facts
        items={[
          { label: 'Version', value: status.version },
          { label: 'Database', value: `${engines[status.engine]}, ${formatSize(status.storage.database_bytes)}` },
          {
            label: 'Files',
            value: `${formatNumber(status.storage.files)}, ${formatSize(status.storage.files_bytes)}`,
          },
          { label: 'Previews', value: formatSize(status.storage.previews_bytes) },
          ...(status.disk ? [{ label: 'Free space', value: <FreeSpace {...status.disk} /> }] : []),
          { label: 'Live connections', value: String(status.connections) },
          ...(status.started_again
            ? [{ label: 'Started again', value: <StartedAgain {...status.started_again} /> }]
            : []),
          ...(status.watches_memory === false
            ? [
                {
                  label: 'Opening files',
                  value: (
                    <Tag tone="attention">This system does not tell memory: only heap and WebAssembly are limited</Tag>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
    <Card>
      <h2 className={heading}>Mail and backups</h2>
      <Facts
        items={[
          {
            label: 'Mail',
            value: status.mail.sends ? 'Sent by the mail server' : <Tag tone="attention">Nobody gets mail</Tag>,
          },
          { label: 'Last mail', value: status.mail.last_at && formatMoment(status.mail.last_at) },
          { label: 'Last backup', value: <Backup backups={status.backups} /> },
          ...(status.backups ? [{ label: 'Daily backup', value: <BackupHour /> }] : []),
        ]}
      />
    </Card>
    <Card>
      <h2 className={heading}>Jobs</h2>
      <div className={css({ stack: '4' })}>
        <Facts items={status.lanes.map((lane) => ({ label: laneNames[lane.lane], value: waitingText(lane) }))} />
        <TroubledJobs jobs={status.troubled} onRetried={onRetried} />
      </div>
    </Card>
  </div>
)

const waitingText = ({ waiting, failed }: SystemStatus['lanes'][number]) =>
  `${waiting} waiting${failed ? `, ${failed} failed` : ''}`

const StartedAgain = ({ at, after }: { at: string; after: string }) => (
  <Tag tone="attention">
    {formatMoment(at)}, after it ended with {after}
  </Tag>
)

function FreeSpace({ free_bytes, size_bytes }: NonNullable<SystemStatus['disk']>) {
  const text = `${formatSize(free_bytes)} of ${formatSize(size_bytes)}`
  return free_bytes < size_bytes * ENOUGH ? <Tag tone="attention">{text}</Tag> : text
}

function Backup({ backups }: Pick<SystemStatus, 'backups'>) {
  if (!backups) return <Tag tone="attention">No daily backups</Tag>
  if (!backups.last) return <Tag tone="attention">None yet</Tag>
  const isLate = Date.now() - Date.parse(backups.last.at) > LATE
  const at = formatMoment(backups.last.at)
  return isLate ? <Tag tone="attention">{at}</Tag> : at
}

/** The hour of the company's day from which on its backup is made. */
function BackupHour() {
  const { items } = useQuery(companySettings)
  const [company] = useRecords(items)
  if (!company) return <>–</>
  return (
    <>
      From {formatTime(`${company.backup_hour}:00`)}, {company.time_zone}
    </>
  )
}

const heading = css({ textStyle: 'section', marginBottom: '2' })
