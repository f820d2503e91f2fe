import { useState } from 'react'
import { useLocation } from 'wouter'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Day } from '#lib/days.ts'
import { dailyLogs } from '../entities.ts'

/** Opens the log of a day: the one there is, also if someone else has just started it, or a new one. */
export function useStartLog(project_id: number): { starting: Day | null; start: (date: Day) => Promise<void> } {
  const { api } = useServices()
  const [, navigate] = useLocation()
  const [starting, setStarting] = useState<Day | null>(null)
  return {
    starting,
    async start(date) {
      if (starting !== null) return
      setStarting(date)
      const result = await api(dailyLogs, { project_id }).save({ date })
      setStarting(null)
      const log = result.ok ? result.data : result.current
      if (log) navigate(`/projects/${project_id}/daily_logs/${log.id}`)
      else if (!result.ok) toastFailure(result)
    },
  }
}
