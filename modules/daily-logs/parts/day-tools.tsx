import { Steps } from '#blocks/workflow/steps.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { dailyLogs } from '../entities.ts'
import type { Day } from './use-day.ts'

/** What can be done with a day: copy the one before, share, reopen, delete. @useSignals */
export const DayTools = ({ day, onDelete }: { day: Day; onDelete?: () => void }) => {
  const { log, mayEdit } = day
  const resource = useResource(dailyLogs)
  const report = useOutcome()
  return (
    <Steps
      entity={dailyLogs}
      record={log}
      without={['complete']}
      items={[
        ...(mayEdit && day.previous
          ? [
              {
                label: 'Copy previous',
                icon: 'copy',
                onSelect: () => void resource.act(log.id, 'copy_previous').then((result) => report(result, 'Copied.')),
              },
            ]
          : []),
        ...(onDelete && day.isOpen
          ? [{ label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: onDelete }]
          : []),
      ]}
    />
  )
}
