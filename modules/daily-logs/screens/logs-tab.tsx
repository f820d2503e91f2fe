import { useLocation } from 'wouter'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAddAction } from '#blocks/page/page.tsx'
import { useInAddress } from '#blocks/address/address.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { addDays, isDay } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Project } from '../../projects/entities.ts'
import { timeEntries } from '../../time/entities.ts'
import { daysOf, loggedDay, monthSpan, type LogDay, type LoggedDay } from '../days.ts'
import { dailyLogs } from '../entities.ts'
import { contact, editsLogs, seesHours } from '../guards.ts'
import { LogRow } from '../parts/log-row.tsx'
import { Month } from '../parts/month.tsx'
import { MonthSums } from '../parts/month-sums.tsx'
import { SpanTools } from '../parts/span-tools.tsx'
import { useStartLog } from '../parts/start-log.ts'

type View = 'all' | 'missing' | 'drafts' | 'delays' | 'safety'
const views: { value: View; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'missing', label: 'Missing' },
  { value: 'drafts', label: 'Drafts' },
  { value: 'delays', label: 'Delays' },
  { value: 'safety', label: 'Safety' },
]
const fits: Readonly<Record<View, (day: LogDay<LoggedDay>) => boolean>> = {
  all: ({ state }) => state !== 'none',
  missing: ({ state }) => state === 'missing',
  drafts: ({ state }) => state === 'draft',
  delays: ({ log }) => (log?.totals?.delay_hours ?? 0) > 0,
  safety: ({ log }) => (log?.totals?.safety ?? 0) > 0,
}
/** How long before a month a first log is looked for: from then on working days without one are missing. */
const BEFORE = 31

/** A project's daily logs: a month of days, and those days as a list, missing ones included (rule daily-log). @useSignals */
export default function LogsTab({ record: project }: TabProps<Project>) {
  const { session, settings } = useServices()
  const [, navigate] = useLocation()
  const today = useToday()
  const [month, setMonth] = useInAddress('month', (text) => (text && isDay(`${text}-01`) ? text : today.slice(0, 7)))
  const [view, setView] = useInAddress<View>('view', ['all', 'missing', 'drafts', 'delays', 'safety'])
  const { starting, start } = useStartLog(project.id)
  const user = session.user.value
  const { from, to } = monthSpan(month)
  const query = useQuery(dailyLogs, {
    params: { project_id: project.id },
    filters: { from: addDays(from, -BEFORE), to },
    order: { column: 'date', direction: 'desc' },
  })
  const time = useQuery(timeEntries, { filters: { from, to, project_id: project.id }, ask: seesHours(user) })
  const hours = useSummary(
    time.items,
    (all) => all.map(({ date, user_id, hours: booked }) => ({ date, user_id, hours: booked })),
    [],
  )
  const logs = useSummary(query.items, (all) => all.map(loggedDay), [])
  const mayStart = can('create', 'dailyLogs')(user) && project.archived_at === null
  const days = daysOf(month, {
    logs,
    time: hours,
    today,
    // Whose log is missing is for those who write it.
    first: editsLogs(user) ? (logs.at(-1)?.date ?? null) : null,
  })
  const shown = days.filter(fits[view]).toReversed()
  const missing = days.filter(fits.missing).length
  const current = logs.find(({ date }) => date === today)
  const open = () => (current ? navigate(`/projects/${project.id}/daily_logs/${current.id}`) : void start(today))
  useAddAction(mayStart ? { label: 'Open today’s log', icon: 'pencil', onAdd: open } : null)
  return (
    <div className={columns}>
      <div className={css({ stack: '3', order: { base: '1', lg: '0' } })}>
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
        <div className={css({ wrap: '2.5' })}>
          <Segmented
            aria-label="Which days"
            value={view}
            onChange={setView}
            options={editsLogs(user) ? views : views.filter(({ value }) => value !== 'missing' && value !== 'drafts')}
          />
          <span className={css({ flex: '1' })} />
          {!contact(user) && logs.length > 0 && <SpanTools project_id={project.id} from={from} to={to} />}
        </div>
        {missing > 0 && view === 'all' && (
          <p role="status" className={notice}>
            {missing === 1 ? '1 day missing' : `${missing} days missing`}
            <Button size="sm" variant="outline" onClick={() => setView('missing')}>
              Show
            </Button>
          </p>
        )}
        {query.state.value === 'never' ? (
          <NotLoaded failure={query.failure.value} retry={query.ask} />
        ) : shown.length ? (
          <Card flush>
            <ul aria-label="Daily logs">
              {shown.map((day) => (
                <li
                  key={day.date}
                  className={css({ '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' } })}
                >
                  <LogRow
                    day={day}
                    today={today}
                    mayStart={mayStart}
                    busy={starting === day.date}
                    onStart={() => void start(day.date)}
                  />
                </li>
              ))}
            </ul>
          </Card>
        ) : (
          <EmptyState icon="notebook-pen" title={view === 'all' ? 'No daily logs this month.' : 'No such days.'}>
            What was done, who was there and what went wrong, day by day.
          </EmptyState>
        )}
      </div>
    </div>
  )
}

const columns = css({
  stack: '4',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '18.5rem minmax(0, 1fr)' },
  alignItems: 'start',
})
const notice = css({
  row: '3',
  justifyContent: 'space-between',
  paddingInline: '3.5',
  paddingBlock: '2',
  borderRadius: 'lg',
  background: 'attention.soft',
  color: 'attention',
  fontWeight: 'strong',
})
