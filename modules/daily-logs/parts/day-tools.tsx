import { useState } from 'react'
import { Steps } from '#blocks/workflow/steps.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
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
          ...(onDelete && day.isOpen
            ? [{ label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: onDelete }]
            : []),
        ]}
      />
      {mailing && <MailDialog {...span} onClose={() => setMailing(false)} />}
    </>
  )
}
