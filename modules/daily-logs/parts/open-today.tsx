import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useToday } from '#blocks/today/today.ts'
import { projectAt } from '../../projects/index.ts'
import { dailyLogs } from '../entities.ts'
import { useStartLog } from './start-log.ts'

/** Opens the log of today on the job at a path: the one there is, or a new one. @useSignals */
export default function OpenToday({ path, onClose }: { path: string; onClose: () => void }) {
  const today = useToday()
  const project_id = projectAt(path) ?? 0
  const [, navigate] = useLocation()
  const { start } = useStartLog(project_id)
  const query = useQuery(dailyLogs, { params: { project_id }, filters: { from: today, to: today } })
  const log = useSummary(query.items, ([first]) => first?.id ?? null, [])
  // Without a connection a log that nobody has looked at here may be begun twice, and becomes one when it is sent.
  const isKnown = query.state.value !== 'never' || query.failure.value !== null
  useEffect(() => {
    if (!isKnown) return
    if (log === null) void start(today)
    else navigate(`${path}/daily_logs/${log}`)
    onClose()
    // Once, as soon as it is known which log there is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown])
  return null
}
