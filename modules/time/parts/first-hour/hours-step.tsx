import { useState } from 'react'
import { css } from '#css/css'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { ParentScope } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { companySettings } from '../../../company/entities.ts'
import { CopyDialog, useCostCodes } from '../../../cost-codes/index.ts'
import { projects, type Project } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'

const EnterTimeDialog = lazyDialog(async () => (await import('../../dialogs/enter-time-dialog.tsx')).EnterTimeDialog)

/** A crew's first day, as a step of the first hour: on the first project, once that has the codes that hours need. */
export default function HoursStep() {
  // Two, since one may be the sample.
  const jobs = useQuery(projects, { filters: { status: 'active' }, limit: 2 })
  const settings = useQuery(companySettings)
  const people = useQuery(users, { filters: { status: 'active', track_time: true } })
  const [company] = useRecords(settings.items)
  const job = useRecords(jobs.items).find(({ id }) => id !== company?.sample?.project_id)
  const crew = useSummary(people.items, (all) => all.length, [])
  const failed = [jobs, settings, people].find(({ state }) => state.value === 'never')
  if (failed) return <NotLoaded failure={failed.failure.value} retry={failed.ask} />
  if (!crew) return <p>Nobody’s time is tracked yet. Add people first, and turn on Track time for each.</p>
  return job ? (
    <ParentScope project_id={job.id}>
      <OnJob job={job} />
    </ParentScope>
  ) : (
    <p>There is no project yet. Add one first: hours are booked on its cost codes.</p>
  )
}

/** @useSignals */
const OnJob = ({ job }: { job: Project }) => {
  const { codes } = useCostCodes(job.id)
  const [open, setOpen] = useState<'copy' | 'time' | null>(null)
  const count = useSummary(codes.items, (all) => all.length, [])
  const close = () => setOpen(null)
  if (codes.state.value === 'never') return <NotLoaded failure={codes.failure.value} retry={codes.ask} />
  return (
    <div className={css({ column: '3', justifyItems: 'start' })}>
      {count === 0 ? (
        <>
          <p>{`${projects.display.title(job)} has no cost codes yet, which hours need.`}</p>
          <Button variant="outline" icon="copy" onClick={() => setOpen('copy')}>
            Copy the company’s codes
          </Button>
        </>
      ) : (
        <Button variant="outline" icon="clock" onClick={() => setOpen('time')}>
          {`Enter time on ${job.number}`}
        </Button>
      )}
      {open === 'copy' && <CopyDialog preselected project_id={job.id} onClose={close} />}
      {open === 'time' && <EnterTimeDialog project_id={job.id} onClose={close} />}
    </div>
  )
}
