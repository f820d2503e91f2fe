import type { ReadonlySignal } from '@preact/signals-react'
import { useRecords } from '#blocks/query/use-records.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { downloadText } from '#lib/csv.ts'
import { toCsv, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import type { Items } from '#core/store/records.ts'
import type { Project } from '../../projects/entities.ts'
import { punchItems, punchMailings, type PunchItem } from '../entities.ts'
import { mailsItems } from '../guards.ts'
import { workOf } from '../parts/labels.ts'
import { usePdf } from '../parts/use-pdf.ts'

const columns: readonly CsvColumn<PunchItem>[] = [
  { name: 'number' },
  { name: 'title' },
  { name: 'description' },
  { name: 'location' },
  { name: 'trade' },
  { name: 'priority' },
  { name: 'assigned_name', header: 'Assigned to' },
  { name: 'due_date' },
  { name: 'state', header: 'State', write: workOf },
  { name: 'completed_at', header: 'Completed' },
  { name: 'closed_at', header: 'Closed' },
]

/** Open items as a PDF for each assignee, to download or to mail, and all of them as CSV. @useSignals */
export const PdfDialog = ({
  project,
  items: shown,
  onClose,
}: {
  project: Project
  items: ReadonlySignal<Items<PunchItem>>
  onClose: () => void
}) => {
  const { api, session } = useServices()
  const report = useOutcome()
  const { busy, withFile, save } = usePdf(project)
  const user = session.user.value
  const items = useRecords(shown)
  const open = items.filter((item) => workOf(item) === 'open')
  const people = [...Map.groupBy(open, ({ assigned_id }) => assigned_id)].map(([id, own]) => ({
    id,
    own,
    name: own[0]?.assigned_name ?? 'Nobody yet',
  }))
  const mail = (assigned_id: number, own: readonly PunchItem[], name: string) =>
    withFile(`mail ${name}`, own, name, async (file) => {
      const mailings = api(punchMailings, { project_id: project.id })
      report(await mailings.upload({ assigned_id, files: { file } }), `Mailed to ${name}.`)
    })
  const csv = () => downloadText(`${project.number} punch items.csv`, toCsv(punchItems, columns, items))
  return (
    <Dialog
      open
      onClose={onClose}
      title="PDF by assignee"
      footer={
        <>
          <Button variant="outline" icon="download" onClick={csv}>
            CSV
          </Button>
          <Button
            icon="printer"
            loading={busy === 'pdf all'}
            disabled={!open.length}
            onClick={() => void save('pdf all', open, 'all')}
          >
            PDF of all
          </Button>
        </>
      }
    >
      {open.length ? (
        <ul aria-label="People">
          {people.map(({ id, own, name }) => (
            <li key={id ?? 'nobody'} className={row}>
              <span className={css({ flex: '1', minWidth: '0' })}>
                <b>{name}</b> <span className={css({ color: 'muted' })}>{own.length} open</span>
              </span>
              <Button
                variant="outline"
                icon="printer"
                aria-label={`PDF for ${name}`}
                loading={busy === `pdf ${name}`}
                onClick={() => void save(`pdf ${name}`, own, name)}
              >
                PDF
              </Button>
              {id !== null && mailsItems(user) && (
                <Button
                  variant="outline"
                  icon="mail"
                  aria-label={`Mail to ${name}`}
                  loading={busy === `mail ${name}`}
                  onClick={() => void mail(id, own, name)}
                >
                  Mail
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p>No open punch items.</p>
      )}
    </Dialog>
  )
}

const row = css({ wrap: '2', minHeight: '12' })
