import { useSearch } from 'wouter'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#ui/states/states.tsx'
import { payrollMappings } from '../entities.ts'
import { NOTHING } from '../guards.ts'
import { Batches } from '../parts/batches.tsx'
import { ChangesCard } from '../parts/changes-card.tsx'
import { ExportCard } from '../parts/export-card.tsx'
import { SpanDates, SpanSteps } from '../parts/span-bar.tsx'
import { readSpan, spanText, type Span } from '../parts/span-place.ts'
import { usePreview } from '../parts/use-preview.ts'
import { WorkerTable } from '../parts/worker-table.tsx'

const crumbs = <Breadcrumb items={[{ label: 'Time', href: '/time?view=week' }, { label: 'Payroll' }]} />

/** Exports approved weeks to payroll, and lists earlier batches (rule payroll-export). */
export default function PayrollScreen() {
  const { settings } = useServices()
  // Asked for along with the weeks, so that an export can start as soon as they are shown.
  useQuery(payrollMappings)
  const span = readSpan(useSearch(), useToday(), settings.value.week_start)
  return (
    <Page title="Payroll" count={spanText(span)} crumbs={crumbs} actions={<SpanSteps span={span} />}>
      <SpanDates span={span} />
      <Weeks span={span} />
    </Page>
  )
}

const Weeks = ({ span }: { span: Span }) => {
  const { weeks, failure, retry } = usePreview(span)
  if (!weeks && failure) return failure.status === 0 ? <OfflineState onRetry={retry} /> : <ErrorState onRetry={retry} />
  return (
    <div className={body}>
      {!weeks && <SkeletonRows />}
      {weeks && !weeks.length && (
        <>
          <EmptyState icon="clock" title={NOTHING}>
            No time was entered in these weeks.
          </EmptyState>
          <ChangesCard />
        </>
      )}
      {weeks && weeks.length > 0 && (
        <div className={columns}>
          <div className={beside}>
            <ExportCard span={span} weeks={weeks} />
            <ChangesCard />
          </div>
          <WorkerTable weeks={weeks} />
        </div>
      )}
      <Batches />
    </div>
  )
}

const body = css({ display: 'grid', gap: '6', minWidth: '0' })
const columns = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // On narrower screens the table needs the full width.
  '@media (width >= 80rem)': { gridTemplateColumns: 'minmax(0, 1fr) 20rem' },
  gap: '4',
  alignItems: 'start',
})
const beside = css({ display: 'grid', gap: '4', '@media (width >= 80rem)': { order: '1' } })
