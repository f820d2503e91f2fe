import { useEffect, useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatClock } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { companySettings, type SystemStatus } from '../entities.ts'
import { backupFacts, isTesting, laneFacts, messageFacts, serverFacts, storageFacts } from '../parts/system-facts.ts'
import { SystemPart } from '../parts/system-rows.tsx'
import { TroubledJobs } from '../parts/troubled-jobs.tsx'

const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'System' }]} />
const dependsOn = [companySettings]
/** Milliseconds between two looks while the page is visible, and while something is awaited. */
const [EVERY, SOON] = [15_000, 1000]

/** What an administrator watches of the server, and what to do where something is wrong. */
export default function SystemScreen() {
  const { api } = useServices()
  const { data, failure, retry } = useAsked(
    () => api(companySettings).ask<SystemStatus>('system'),
    'system status',
    dependsOn,
  )
  const isAwaited = data !== null && (isTesting(data) || data.backups?.making === true)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && retry(), isAwaited ? SOON : EVERY)
    return () => clearInterval(timer)
  })
  return (
    <Page title="System" crumbs={crumbs} loading={!data && !failure}>
      {!data && failure && <NotLoaded failure={failure} retry={retry} />}
      {data && <Status status={data} look={retry} />}
    </Page>
  )
}

const Status = ({ status, look }: { status: SystemStatus; look: () => void }) => {
  const { connection } = useServices()
  const { items } = useQuery(companySettings)
  const [company] = useRecords(items)
  const now = Date.now()
  return (
    <div className={parts}>
      <SystemPart
        title="Server"
        facts={serverFacts(status, { origin: location.origin, connection: connection.value, now })}
      />
      <SystemPart title="Storage" facts={storageFacts(status)} />
      <SystemPart
        title="Messages"
        facts={messageFacts(status)}
        action={
          status.mail.sends && <Act action="send_test_mail" label="Send a test" busy={isTesting(status)} look={look} />
        }
      />
      <SystemPart
        title="Backups"
        facts={backupFacts(status, company, now)}
        action={
          status.backups && (
            <Act action="back_up" label="Back up now" busy={status.backups.making === true} look={look} />
          )
        }
      />
      <SystemPart title="Jobs" facts={laneFacts(status)}>
        <div className={css({ stack: '4', marginTop: '4' })}>
          <TroubledJobs jobs={status.troubled} onRetried={look} />
        </div>
      </SystemPart>
      {status.signed_in && <SignedIn {...status.signed_in} />}
    </div>
  )
}

interface ActProps {
  action: 'send_test_mail' | 'back_up'
  label: string
  /** Whether what it began is not over. */
  busy: boolean
  look: () => void
}

/** Has the server do something that takes its time; the button is busy until that is over. */
function Act({ action, label, busy, look }: ActProps) {
  const { api } = useServices()
  const [asking, setAsking] = useState(false)
  async function act() {
    setAsking(true)
    const result = await api(companySettings).actOnAll(action)
    setAsking(false)
    if (!result.ok) return toastFailure(result)
    look()
  }
  return (
    <Button variant="outline" size="sm" loading={asking || busy} onClick={() => void act()}>
      {label}
    </Button>
  )
}

const people = (count: number) => `${formatNumber(count)} ${count === 1 ? 'person' : 'people'}`
const browsers = (count: number) => `${formatNumber(count)} ${count === 1 ? 'browser' : 'browsers'}`

/** Who may go on without signing in, those who were here last first. */
const SignedIn = ({ people: count, browsers: all, newest }: NonNullable<SystemStatus['signed_in']>) => (
  <SystemPart
    title="Signed in"
    facts={[
      { label: 'Now', value: `${people(count)} in ${browsers(all)}` },
      ...newest.map(({ name, browsers: own, seen_at }) => ({
        label: name,
        value: `${formatClock(seen_at)}${own > 1 ? `, ${browsers(own)}` : ''}`,
      })),
    ]}
  />
)

const parts = css({
  stack: '4',
  alignItems: 'start',
  maxWidth: '80rem',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
})
