import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { useAddress } from '#blocks/address/address.ts'
import { Chart } from '#blocks/chart/chart.tsx'
import { Page } from '#blocks/page/page.tsx'
import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { cellText, csvLines, periodText } from '#core/report/cells.ts'
import type { Cell, Report, ReportAnswer, ReportFilters, ReportRow } from '#core/report/report.ts'
import { downloadText, formatCsv } from '#lib/csv.ts'
import { formatDay } from '#lib/days.ts'
import { useToday } from '#blocks/today/today.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState, NoPermission } from '#ui/states/states.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { reportMails } from '../entities.ts'
import { reports } from '../index.ts'
import { MailList } from '../parts/mail-list.tsx'
import { ReportFilterBar, filtersIn } from '../parts/report-filters.tsx'
import { ReportTable } from '../parts/report-table.tsx'

/** The reports that one may see, each under its address; without a name the first. @useSignals */
export default function ReportsScreen({ params }: { params: { id?: string } }) {
  const { registry, session } = useServices()
  const user = session.user.value
  const all = registry.filled(reports, user)
  const report = params.id === undefined ? all[0] : all.find(({ name }) => name === params.id)
  const search = useSearch()
  const tabs = all.map(({ name, title }) => ({ href: `/reports/${name}`, label: title }))
  return (
    <Page title="Reports" tabs={<Tabs aria-label="Reports" current={`/reports/${report?.name}`} items={tabs} />}>
      {report ? <Shown key={report.name} report={report} filters={filtersIn(report, search)} /> : <NoPermission />}
    </Page>
  )
}

const Shown = ({ report, filters }: { report: Report; filters: ReportFilters }) => {
  const services = useServices()
  const { api } = services
  const address = useAddress()
  const today = useToday()
  const [printing, setPrinting] = useState(false)
  const asked = { report: report.name, ...filters }
  const dependsOn = useMemo(() => [reportMails, ...report.of], [report])
  const { data, failure, retry } = useAsked(
    () => api(reportMails).ask<ReportAnswer>('answer', asked),
    `report ${JSON.stringify(asked)}`,
    dependsOn,
  )
  const file = `${report.name}-${today}`
  async function print(answer: ReportAnswer) {
    setPrinting(true)
    const [head, { writeReport }] = await Promise.all([letterheadOf(services), import('#core/report/print.ts')])
    const { pdf } = await writeReport(report, answer, { head, printed: formatDay(today) })
    setPrinting(false)
    download(pdfBlob(pdf), `${file}.pdf`)
  }
  return (
    <>
      <div className={tools}>
        <ReportFilterBar
          report={report}
          values={filters}
          onChange={(name, value) => address.put({ [name]: value || null })}
        />
        <span className={buttons}>
          <Button
            variant="outline"
            icon="download"
            disabled={!data}
            onClick={() => data && downloadText(`${file}.csv`, formatCsv(csvLines(report, data)))}
          >
            CSV
          </Button>
          <Button
            variant="outline"
            icon="printer"
            disabled={!data}
            loading={printing}
            onClick={() => data && void print(data)}
          >
            PDF
          </Button>
        </span>
      </div>
      {data ? <Answer report={report} answer={data} /> : <NotLoaded failure={failure} retry={retry} />}
      <MailList report={report} filters={filters} />
    </>
  )
}

const numberIn = (value: Cell | undefined) => (typeof value === 'number' ? value : null)

const Answer = ({ report, answer }: { report: Report; answer: ReportAnswer }) => {
  const { chart, columns } = report
  const series = (key: string) => ({
    label: columns[key]?.label ?? '',
    values: answer.rows.map((row) => numberIn(row[key])),
  })
  const nameOf = (row: ReportRow) =>
    chart.by.flatMap((key) => (row[key] ? [cellText(row[key], columns[key]?.kind ?? 'text')] : [])).join(' ')
  return (
    <>
      <dl className={figures}>
        {answer.figures.map(({ label, value, kind }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{cellText(value, kind, true)}</dd>
          </div>
        ))}
      </dl>
      {answer.rows.length ? (
        <>
          <Chart
            kind={chart.kind}
            title={chart.title}
            unit={chart.unit}
            labels={answer.rows.map(nameOf)}
            series={chart.columns.map(series)}
            mark={chart.mark === undefined ? undefined : series(chart.mark)}
          />
          <p className={about}>
            {report.about} {periodText(answer)}.
          </p>
          <ReportTable report={report} answer={answer} />
        </>
      ) : (
        <EmptyState icon="chart-column" title="Nothing to report.">
          {report.about}
        </EmptyState>
      )}
    </>
  )
}

const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'start',
  justifyContent: 'space-between',
  '& > :first-child': { flex: '1 1 20rem' },
})
const buttons = css({ display: 'inline-flex', flexWrap: 'wrap', gap: '2', paddingTop: { md: '6' }, marginBottom: '3' })
const figures = css({
  stack: '3',
  gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))',
  maxWidth: '56rem',
  marginBottom: '3',
  '& dt': { fontSize: 'xs', color: 'muted' },
  '& dd': { fontSize: 'section', fontWeight: 'section' },
})
const about = css({ marginBottom: '2', fontSize: 'sm', color: 'muted' })
