import { useState } from 'react'
import { Steps } from '#blocks/workflow/steps.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { isTemporary } from '#core/entity/temporary-id.ts'
import { formatDay } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { useShareLink } from '../../share-links/components.ts'
import { MailDialog } from '../dialogs/mail-dialog.tsx'
import { dailyLogs } from '../entities.ts'
import { editsLogs } from '../guards.ts'
import { useSpanFiles } from './span-tools.tsx'
import type { Day } from './use-day.ts'

/** The actions of a day: print, mail, copy the previous day, reopen and delete. @useSignals */
export const DayTools = ({ day, onDelete }: { day: Day; onDelete?: () => void }) => {
  const { log, mayEdit } = day
  const { session } = useServices()
  const resource = useResource(dailyLogs)
  const report = useOutcome()
  const [mailing, setMailing] = useState(false)
  const span = { project_id: log.project_id, from: log.date, to: log.date }
  const { busy, pdf } = useSpanFiles(span)
  const share = useShareLink(
    { project_id: log.project_id, noun: `the log of ${formatDay(log.date)}`, what: 'log', target_id: log.id },
    editsLogs(session.user.value) && !isTemporary(log.id),
  )
  return (
    <>
      <Button variant="outline" icon="printer" loading={busy} onClick={() => void pdf()}>
        PDF
      </Button>
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
                  onSelect: () =>
                    void resource.act(log.id, 'copy_previous').then((result) => report(result, 'Copied.')),
                },
              ]
            : []),
          ...(editsLogs(session.user.value) ? [{ label: 'Mail', icon: 'mail', onSelect: () => setMailing(true) }] : []),
          ...share.items,
          ...(onDelete && day.isOpen
            ? [{ label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: onDelete }]
            : []),
        ]}
      />
      {share.dialog}
      {mailing && <MailDialog {...span} onClose={() => setMailing(false)} />}
    </>
  )
}
