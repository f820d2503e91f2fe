import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { guest } from '#core/access/access.ts'
import { useToday } from '#blocks/today/today.ts'
import { scheduleEvents } from '../../entities.ts'
import { workOn } from '../work-on.ts'
import { useCompanyDays } from '../use-company-days.ts'

/** The line on the tile of the schedule: `18 people on 9 jobs today`. @useSignals */
export default function TodayDetail() {
  const { session } = useServices()
  const today = useToday()
  const { items, state } = useQuery(scheduleEvents, { filters: { from: today, to: today } })
  const company = useCompanyDays(today, today, items).value
  const events = useRecords(items)
  const user = session.user.value
  if (state.value === 'never') return null
  const work = workOn(events, today, company)
  if (guest(user) || user?.role === 'employee') {
    const [own] = work
    return user?.customer_id === null ? <>{own ? (own.told_project_name ?? 'Work today') : 'Nothing today'}</> : null
  }
  const people = new Set(work.map(({ user_id }) => user_id)).size
  const jobs = new Set(work.map(({ project_id }) => project_id)).size
  return (
    <>
      {people} {people === 1 ? 'person' : 'people'} on {jobs} {jobs === 1 ? 'job' : 'jobs'} today
    </>
  )
}
