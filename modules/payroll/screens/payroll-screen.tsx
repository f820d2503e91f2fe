import { memo } from 'react'
import { useSearch } from 'wouter'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useShared } from '#blocks/query/use-shared.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#ui/states/states.tsx'
import { exportOf, progressOf } from '../closing.ts'
import { payrollMappings, type WeekException } from '../entities.ts'
import { NOTHING } from '../guards.ts'
import { Batches } from '../parts/batches.tsx'
import { ChangesCard } from '../parts/changes-card.tsx'
import { CloseSteps } from '../parts/close/close-steps.tsx'
import { Crews } from '../parts/close/crews.tsx'
import { Exceptions } from '../parts/close/exceptions.tsx'
import { ExportCard } from '../parts/export-card.tsx'
import { SpanDates, SpanSteps } from '../parts/span-bar.tsx'
import { readSpan, spanText, type Span } from '../parts/span-place.ts'
import { usePreview } from '../parts/use-preview.ts'

const crumbs = <Breadcrumb items={[{ label: 'Time', href: '/time?view=week' }, { label: 'Close week' }]} />

/**
 * Closes a pay period on one page: exceptions first, crews that are approved, and the export with what changed since and
 * earlier batches (rules payroll-exceptions, payroll-export).
 */
export default function PayrollScreen() {
  const { settings } = useServices()
  // Asked for along with the weeks, so that an export can start as soon as they are shown.
  useQuery(payrollMappings)
  const span = readSpan(useSearch(), useToday(), settings.value.week_start)
  return (
    <Page title="Close week" count={spanText(span)} crumbs={crumbs} actions={<SpanSteps span={span} />}>
      <SpanDates span={span} />
      <Weeks span={span} />
    </Page>
  )
}

/** They follow what they ask for themselves. */
const [Changes, Earlier] = [memo(ChangesCard), memo(Batches)]
const none: readonly WeekException[] = []

const Weeks = ({ span }: { span: Span }) => {
  const { data, failure, retry } = usePreview(span)
  const toExport = useShared(exportOf(data?.weeks ?? []))
  if (!data && failure) return failure.status === 0 ? <OfflineState onRetry={retry} /> : <ErrorState onRetry={retry} />
  const { weeks, exceptions = none } = data ?? { weeks: [] }
  return (
    <div className={body}>
      {data ? <CloseSteps {...progressOf(data)} /> : <SkeletonRows />}
      <div className={columns}>
        <div className={beside}>
          {weeks.length > 0 && <ExportCard span={span} of={toExport} />}
          <Changes />
        </div>
        <div className={`${body} ${main}`}>
          {data && (weeks.length > 0 || exceptions.length > 0) && (
            <Exceptions exceptions={exceptions} span={span} onReminded={retry} />
          )}
          {data && !weeks.length && (
            <EmptyState icon="clock" title={NOTHING}>
              No time was entered in these weeks.
            </EmptyState>
          )}
          {weeks.length > 0 && (
            <Crews key={`${span.starts_on} ${span.ends_on}`} weeks={weeks} exceptions={exceptions} />
          )}
        </div>
      </div>
      <Earlier />
    </div>
  )
}

const body = css({ column: '5', minWidth: '0', alignContent: 'start' })
// Where there is less room, for large text too, the table needs the full width, and exceptions come before the export.
const columns = css({ display: 'flex', flexWrap: 'wrap', gap: '4', alignItems: 'flex-start' })
const main = css({ flex: '999 1 52rem', minWidth: '0' })
const beside = css({ column: '4', flex: '1 1 20rem', minWidth: '0', order: '1' })
