import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAddAction } from '#blocks/page/page.tsx'
import { useInAddress } from '#blocks/address/address.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { IconButton } from '#ui/button/button.tsx'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { addDays, isDay } from '#lib/days.ts'
import type { Project } from '../../projects/entities.ts'
import { timeEntries } from '../../time/entities.ts'
import { daysOf, loggedDay, monthSpan } from '../days.ts'
import { daysOff } from '../../time/index.ts'
import { dailyLogs } from '../entities.ts'
import { contact, editsLogs, seesHours } from '../guards.ts'
import { logList, readLogs } from '../parts/log-list.tsx'
import { MissingDays } from '../parts/missing-days.tsx'
import { Month } from '../parts/month.tsx'
import { MonthSums } from '../parts/month-sums.tsx'
import { useSpanTools } from '../parts/span-tools.tsx'
import { useStartLog } from '../parts/start-log.ts'

/** How long before a month a first log is looked for: from then on working days without one are missing. */
const BEFORE = 31

/**
 * A project's daily logs: all of them as a list, beside a month of days with those that have none (rule daily-log).
 * @useSignals
 */
export default function LogsTab({ record: project }: TabProps<Project>) {
  const { session, settings } = useServices()
  const [, navigate] = useLocation()
  const today = useToday()
  const [month, setMonth] = useInAddress('month', (text) => (text && isDay(`${text}-01`) ? text : today.slice(0, 7)))
  const [isMissingShown, showMissing] = useState(false)
  const [isMonthShown, showMonth] = useState(false)
  const [off, setOff] = useState<readonly string[]>([])
  const { starting, start } = useStartLog(project.id)
  const user = session.user.value
  const { from, to } = monthSpan(month)
  const query = useQuery(dailyLogs, { params: { project_id: project.id } })
  const time = useQuery(timeEntries, { filters: { from, to, project_id: project.id }, ask: seesHours(user) })
  const hours = useSummary(
    time.items,
    (all) => all.map(({ date, user_id, hours: booked }) => ({ date, user_id, hours: booked })),
    [],
  )
  const logs = useSummary(
    query.items,
    (all) => all.flatMap((log) => (addDays(from, -BEFORE) <= log.date && log.date <= to ? [loggedDay(log)] : [])),
    [from, to],
  )
  const current = useSummary(query.items, (all) => all.find(({ date }) => date === today)?.id, [today])
  const mayStart = can('create', 'dailyLogs')(user) && project.archived_at === null
  const first = logs.reduce<string | null>((least, { date }) => (least === null || date < least ? date : least), null)
  // Whose log is missing is for those who write it.
  const days = daysOf(month, { logs, time: hours, today, first: editsLogs(user) ? first : null, off: new Set(off) })
  const missing = days.filter(({ state }) => state === 'missing')
  const open = () => (current ? navigate(`/projects/${project.id}/daily_logs/${current}`) : void start(today))
  useAddAction(mayStart ? { label: 'Open today’s log', icon: 'pencil', onAdd: open } : null)
  const { items, dialog } = useSpanTools({ project_id: project.id, from, to })
  return (
    <div className={columns}>
      <SlotOutlet slot={daysOff} props={{ from, to, onTell: setOff }} />
      <div id="month" className={aside} data-shown={isMonthShown || undefined}>
        <Month
          month={month}
          days={days}
          today={today}
          weekStart={settings.value.week_start}
          edits={editsLogs(user)}
          onMonth={setMonth}
          onDay={({ log, date }) =>
            log ? navigate(`/projects/${project.id}/daily_logs/${log.id}`) : mayStart && void start(date)
          }
        />
        <MonthSums days={days} />
      </div>
      <div className={css({ stack: '3', minWidth: '0' })}>
        {editsLogs(user) && missing.length > 0 && (
          <MissingDays
            days={missing}
            isShown={isMissingShown}
            onShow={showMissing}
            starting={starting}
            onStart={mayStart ? (date) => void start(date) : undefined}
          />
        )}
        <WorkList
          spec={editsLogs(user) ? logList : readLogs}
          query={query}
          place={`daily_logs.${project.id}`}
          selectable={editsLogs(user)}
          label="Search daily logs"
          tools={
            <IconButton
              variant="outline"
              icon="calendar-days"
              aria-label="Month"
              aria-expanded={isMonthShown}
              aria-controls="month"
              className={css({ display: { lg: 'none' } })}
              onClick={() => showMonth(!isMonthShown)}
            />
          }
          more={contact(user) ? [] : items}
          empty="What was done, who was there and what went wrong, day by day."
        />
        {dialog}
      </div>
    </div>
  )
}

/** On a phone the month is shown when it is asked for, above a list that may be long. */
const aside = css({ stack: '3', display: { base: 'none', lg: 'grid' }, '&[data-shown]': { display: 'grid' } })
const columns = css({
  stack: '4',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '18.5rem minmax(0, 1fr)' },
  alignItems: 'start',
})
