import { useEffect } from 'react'
import { useFetched } from '#blocks/detail/use-record.ts'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { isTemporary } from '#core/entity/temporary-id.ts'
import type { ScreenProps } from '#core/module/define-module.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { joinWords } from '#lib/join-words.ts'
import { dailyLogs } from '../entities.ts'
import { DayPage } from '../parts/day-page.tsx'

/** A day's log at its own address (rule daily-log). @useSignals */
export default function LogScreen({ params }: ScreenProps<'/projects/:project_id/daily_logs/:daily_log_id'>) {
  const { api, store, writes } = useServices()
  const project_id = Number(params.project_id) || 0
  // One that was started without a connection has a temporary id until it is sent.
  const id = writes.idOf(Number(params.daily_log_id) || 0)
  const { failure, fetched, retry } = useFetched(dailyLogs, id, () => api(dailyLogs, { project_id }).fetch(id))
  const log = store.of(dailyLogs).get(id)
  const name = log && joinWords(log.project_number, log.project_name)
  useEffect(() => {
    if (name) document.title = name
  }, [name])
  // What was made here shows as soon as the device's queue is read; the server knows nothing of it.
  const isGone = !isTemporary(id) && (failure?.status === 404 || (fetched && !log))
  if (log && !isGone) return <DayPage key={`${project_id} ${log.date}`} log={log} />
  return (
    <Page title="">
      {isGone ? (
        <EmptyState
          title="This daily log no longer exists."
          action={<LinkButton href={`/projects/${project_id}/daily_logs`}>Daily Logs</LinkButton>}
        >
          Or you no longer have access to it.
        </EmptyState>
      ) : (
        <NotLoaded failure={isTemporary(id) ? null : failure} retry={retry} />
      )}
    </Page>
  )
}
