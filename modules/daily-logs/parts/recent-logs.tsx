import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { css } from '#css/css'
import { formatWeekday } from '#lib/days.ts'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { Project } from '../../projects/entities.ts'
import { dailyLogs, type DailyLog } from '../entities.ts'
import { Observed } from './observed.tsx'

const SHOWN = 5

/** The last daily logs on a project's overview. @useSignals */
export default function RecentLogs({ project }: { project: Project }) {
  const query = useQuery(dailyLogs, {
    params: { project_id: project.id },
    order: { column: 'date', direction: 'desc' },
    limit: SHOWN,
  })
  const logs = useRecords(query.items).slice(0, SHOWN)
  if (!logs.length && query.state.value !== 'never') return null
  return (
    <Card className={css({ stack: '2' })}>
      <h2 className={css({ textStyle: 'section' })}>
        <a href={`/projects/${project.id}/daily_logs`}>Daily Logs</a>
      </h2>
      {query.state.value === 'never' && !logs.length ? (
        <NotLoaded failure={query.failure.value} retry={query.ask} />
      ) : (
        <ul>
          {logs.map((log) => (
            <li key={log.id}>
              <Row log={log} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** What was done, in what weather and by how many; who may not know the last two sees their places empty. */
const Row = ({
  log: { id, project_id, date, work_performed, weather_auto, crew_total, pictures, completed_at },
}: {
  log: DailyLog
}) => (
  <a href={`/projects/${project_id}/daily_logs/${id}`} className={row}>
    <b className={css({ whiteSpace: 'nowrap' })}>{formatWeekday(date)}</b>
    <span className={text}>{work_performed?.split('\n')[0]}</span>
    <span data-part="fact">{weather_auto && <Observed of={weather_auto} brief />}</span>
    <span data-part="fact">{!!crew_total?.people && peopleLabel(crew_total.people)}</span>
    <span data-part="fact">
      {!!pictures?.count && (
        <span className={css({ inlineRow: '1' })}>
          <Icon name="image" size="sm" label="Photos" /> {pictures.count}
        </span>
      )}
    </span>
    {completed_at ? <Tag tone="done">Complete</Tag> : <Tag tone="primary">Draft</Tag>}
  </a>
)

const peopleLabel = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

const row = css({
  stack: '3',
  gridTemplateColumns: 'minmax(0, 6.5rem) minmax(0, 1fr) auto',
  alignItems: 'center',
  justifyItems: 'start',
  minHeight: { base: '10', _coarse: 'touch' },
  _hover: { background: 'soft' },
  // The card is a little over half as wide as the page.
  '& [data-part=fact]': { display: 'none', color: 'muted', whiteSpace: 'nowrap' },
  '@media (width >= 90rem)': {
    gridTemplateColumns: '6.5rem minmax(0, 1fr) 5.5rem 4.5rem 3rem 5.25rem',
    '& [data-part=fact]': { display: 'block' },
  },
})
const text = css({ truncate: true, color: 'muted', maxWidth: 'full' })
