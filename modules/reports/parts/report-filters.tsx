import { FilterInput } from '#blocks/work-list/toolbar/filter-input.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { labelOf } from '#core/entity/field.ts'
import type { Report, ReportFilters } from '#core/report/report.ts'
import { Field } from '#ui/field/field.tsx'

/** What an address says of a report's filters; what it leaves out is as described. */
export const filtersIn = ({ filters }: Report, search: string): ReportFilters => {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    Object.keys(filters).flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

/** The filters of a report, as they are in the address. */
export const ReportFilterBar = ({
  report,
  values,
  onChange,
}: {
  report: Report
  values: ReportFilters
  onChange: (name: string, value: string) => void
}) => {
  const { registry } = useServices()
  return (
    <div className={bar} role="group" aria-label="Filters">
      {Object.entries(report.filters).map(([name, field]) => (
        <div key={name} data-wide={field.kind === 'ref' || undefined}>
          <Field label={labelOf(name, field)}>
            <FilterInput
              name={name}
              field={field}
              find={registry.entity}
              value={values[name] ?? String(field.fallback ?? '')}
              onChange={(value) => onChange(name, value === field.fallback ? '' : value)}
            />
          </Field>
        </div>
      ))}
    </div>
  )
}

const bar = css({
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(auto-fill, minmax(10rem, 1fr))' },
  minWidth: '0',
  gap: '3',
  maxWidth: '56rem',
  marginBottom: '3',
  '& > *': { minWidth: '0' },
  // The name of a record is long.
  '& > [data-wide]': { gridColumn: { base: '1 / -1', md: 'auto' } },
})
