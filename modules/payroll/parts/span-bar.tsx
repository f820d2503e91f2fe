import { useLocation } from 'wouter'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { IconButton, LinkButton } from '#ui/button/button.tsx'
import { DateRangePicker } from '#ui/date-range-picker/date-range-picker.tsx'
import { hrefOf, neighbour, spanOf, type Span } from './span-place.ts'

/** Buttons for the previous and next span of the same length, and for the last full week. */
export const SpanSteps = ({ span }: { span: Span }) => {
  const [, navigate] = useLocation()
  return (
    <>
      <IconButton
        variant="outline"
        icon="chevron-left"
        aria-label="Weeks before"
        onClick={() => navigate(hrefOf(neighbour(span, -1)))}
      />
      <LinkButton variant="outline" href="/payroll">
        Last week
      </LinkButton>
      <IconButton
        variant="outline"
        icon="chevron-right"
        aria-label="Weeks after"
        onClick={() => navigate(hrefOf(neighbour(span, 1)))}
      />
    </>
  )
}

/** A date range that extends to whole weeks. */
export const SpanDates = ({ span }: { span: Span }) => {
  const { settings } = useServices()
  const [, navigate] = useLocation()
  const { week_start } = settings.value
  return (
    <div className={dates}>
      <DateRangePicker
        aria-label="Weeks"
        value={{ start: span.starts_on, end: span.ends_on }}
        onChange={(range) => range && navigate(hrefOf(spanOf(range.start, range.end, week_start)))}
        weekStart={week_start}
      />
    </div>
  )
}

const dates = css({ maxWidth: { sm: '22rem' }, marginBottom: '4' })
