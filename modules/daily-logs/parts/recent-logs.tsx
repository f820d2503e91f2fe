import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { css } from '#css/css'
import { formatWeekday } from '#lib/days.ts'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { Project } from '../../projects/entities.ts'
import { dailyLogs } from '../entities.ts'

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
          {logs.map(({ id, date, work_performed, completed_at }) => (
            <li key={id}>
              <a href={`/projects/${project.id}/daily_logs/${id}`} className={row}>
                <b className={css({ whiteSpace: 'nowrap' })}>{formatWeekday(date)}</b>
                <span className={text}>{work_performed?.split('\n')[0]}</span>
                {completed_at ? <Tag tone="done">Complete</Tag> : <Tag tone="primary">Draft</Tag>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const row = css({
  stack: '3',
  gridTemplateColumns: 'minmax(0, 6.5rem) minmax(0, 1fr) auto',
  alignItems: 'center',
  minHeight: { base: '10', _coarse: 'touch' },
  _hover: { background: 'soft' },
})
const text = css({ truncate: true, color: 'muted' })
