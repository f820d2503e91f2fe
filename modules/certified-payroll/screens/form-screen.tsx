import { useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { downloadFile } from '#blocks/csv/download-file.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { Page } from '#blocks/page/page.tsx'
import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { css } from '#css/css'
import type { ScreenProps } from '#core/module/define-module.ts'
import { addDays, formatWeekday } from '#lib/days.ts'
import { formatMoment } from '#lib/moments.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { JobDialog } from '../dialogs/job-dialog.tsx'
import { certifiedJobs, certifiedPayrolls, payWeeks, titleOf, type CertifiedPayroll } from '../entities.ts'
import type { Form } from '../form.ts'
import { PaySheet } from '../parts/pay-sheet.tsx'
import { PeopleTable } from '../parts/people-table.tsx'
import { useForm } from '../parts/use-weeks.ts'

/** The certified payroll of a job and week: what it lacks, its people and pay, and its versions. @useSignals */
export default function FormScreen({ params }: ScreenProps<'/certified_payroll/:project_id/:week'>) {
  const may = useMay()
  const { week: week_start } = params
  const project_id = Number(params.project_id)
  const [here, navigate] = useLocation()
  const asksTerms = new URLSearchParams(useSearch()).get('mend') === 'job'
  const [making, setMaking] = useState(false)
  const { data, failure, retry } = useForm({ project_id, week_start })
  const forms = useRecords(useQuery(certifiedPayrolls, { filters: { project_id } }).items)
  const versions = forms.filter((form) => form.week_start === week_start).toSorted((a, b) => b.amendment - a.amendment)
  const [latest] = versions
  const changes = latest?.signed_at ? (data?.changes ?? []) : []
  const mayMake = may(certifiedPayrolls, 'create') && (!latest || changes.length > 0)
  return (
    <Page
      title={`Week ending ${formatWeekday(addDays(week_start, 6))}`}
      sub={data && `${data.project_number} ${data.project_name}`}
      crumbs={
        <Breadcrumb
          items={[{ label: 'Certified payroll', href: '/certified_payroll' }, { label: data?.project_name ?? '' }]}
        />
      }
      actions={
        data && (
          <>
            {may(certifiedJobs, 'edit') && (
              <Button variant="outline" icon="settings" onClick={() => navigate(`${here}?mend=job`)}>
                Terms
              </Button>
            )}
            {mayMake && (
              <Button icon="plus" onClick={() => setMaking(true)}>
                {latest ? 'Make amended form' : 'Make form'}
              </Button>
            )}
          </>
        )
      }
    >
      {!data && <NotLoaded failure={failure} retry={retry} />}
      {data && (
        <div className={body}>
          {versions.map((version) => (
            <Version key={version.id} record={version} form={data} />
          ))}
          <Notes title="Missing: the form prints as “Draft” until this is mended" lines={data.missing.map(mendable)} />
          <Notes title="Changed since it was signed" lines={changes} />
          {data.rows.length > 0 && <PeopleTable form={data} project_id={project_id} />}
          {data.rows.length > 0 && may(payWeeks, 'edit') && (
            <PaySheet {...{ project_id, week_start, rows: data.rows }} />
          )}
          {data.rows.length === 0 && (
            <EmptyState icon="clock" title="No approved hours.">
              A form made of this week says that no work was performed.
            </EmptyState>
          )}
        </div>
      )}
      {making && <FormDialog {...{ project_id, week_start, last: forms[0] }} onClose={() => setMaking(false)} />}
      {asksTerms && may(certifiedJobs, 'edit') && (
        <JobDialog project_id={project_id} onClose={() => navigate(here, { replace: true })} />
      )}
    </Page>
  )
}

/** What is missing, and where it is mended. */
const mendable = ({ text, href }: Form['missing'][number]) => (
  <span className={row}>
    {text}
    <LinkButton size="sm" variant="outline" href={href} aria-label={`Mend: ${text}`}>
      Mend
    </LinkButton>
  </span>
)

const Notes = ({ title, lines }: { title: string; lines: readonly ReactNode[] }) =>
  lines.length > 0 && (
    <Card>
      <h2 className={css({ textStyle: 'section', color: 'attention', marginBottom: '2' })}>{title}</h2>
      <ul className={css({ stack: '1.5' })}>
        {lines.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    </Card>
  )

/** A made or signed form, with what can be done with it. @useSignals */
const Version = ({ record, form }: { record: CertifiedPayroll; form: Form }) => {
  const { project_id, week_start, signed_at } = record
  const { api, session } = useServices()
  const name = session.user.value?.name
  const may = useMay()
  const asks = { sign: { initial: { signed_by: name } } }
  const { steps, busy, asked } = useSteps(certifiedPayrolls, record, { asks })
  const [editing, setEditing] = useState(false)
  /** As it was signed, or as it would be now. */
  async function print() {
    const whole = await api(certifiedPayrolls).fetch(record.id)
    if (!whole.ok) return toastFailure(whole)
    const isDraft = !signed_at && form.missing.length > 0
    const [printed_by, now] = [name ?? '', new Date().toISOString()]
    // What writes PDFs is fetched when one is wanted.
    const { wh347Pdf } = await import('../parts/pdf/wh347-pdf.ts')
    const bytes = await wh347Pdf({ data: whole.data.data ?? form, form: whole.data, isDraft, printed_by, now })
    download(pdfBlob(bytes), `WH-347 ${form.project_number} payroll ${titleOf(record)}.pdf`)
  }
  const csv = () => downloadFile(api.urlOf(`/api/certified_payrolls/${record.id}/file`))
  return (
    <Card className={row}>
      <span>
        <b>Payroll {titleOf(record)}</b> {record.final && 'final '}
        <StateTag entity={certifiedPayrolls} record={record} />{' '}
        {signed_at && `${record.signed_by}, ${record.signed_title}, ${formatMoment(signed_at)}`}
      </span>
      <span className={css({ flow: '2' })}>
        <Button variant="outline" icon="download" onClick={() => void print()}>
          PDF
        </Button>
        <Button variant="outline" icon="download" onClick={() => void csv()}>
          CSV
        </Button>
        {signed_at === null && may(certifiedPayrolls, 'edit') && (
          <Button variant="outline" onClick={() => setEditing(true)}>
            Statement
          </Button>
        )}
        {steps.map(({ action, label, take }) => (
          <Button key={action} icon="pencil" loading={busy} disabled={form.missing.length > 0} onClick={take}>
            {label}
          </Button>
        ))}
      </span>
      {asked}
      {editing && <FormDialog {...{ project_id, week_start, record }} onClose={() => setEditing(false)} />}
    </Card>
  )
}

const body = css({ column: '4', minWidth: '0' })
const row = css({ wrap: '2', justifyContent: 'space-between' })
