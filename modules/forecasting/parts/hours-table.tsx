import { memo, type ReactNode } from 'react'
import { useShared } from '#blocks/query/use-shared.ts'
import { css } from '#css/css'
import { needsAttention, totalAtCompletion, type HoursAtCompletion } from '#lib/hours-at-completion.ts'
import { formatHours, formatNumber, formatSigned } from '#lib/numbers.ts'
import { linearScale } from '#lib/scale.ts'
import { Figures } from './frame.tsx'

const dash = <span className={css({ color: 'faint' })}>–</span>
const hours = (value: number | null): ReactNode => (value === null ? dash : formatHours(value))
const part = (value: number | null): ReactNode => (value === null ? dash : formatNumber(value, 2, 2))
/** Where the end of the budget stands on its line, in percent. */
const BUDGET_END = 68

interface Row extends HoursAtCompletion {
  readonly id: number
  readonly number: string
  readonly name: string
}
interface Cells<R> {
  nameOf: (row: R) => ReactNode
  /** How a row's percentage is shown or entered. */
  complete: (row: R) => ReactNode
}

/** A row, which renders for what it shows alone. */
const LineView = <R extends Row>({ row, nameOf, complete }: Cells<R> & { row: R }) => (
  <tr>
    <th scope="row">{row.number}</th>
    <td>{nameOf(row)}</td>
    {cellsOf(row, complete(row))}
    <td>{gaugeOf(row)}</td>
  </tr>
)
// `memo` forgets that the component is generic.
const Line = memo(LineView) as typeof LineView

/** The hours of codes or projects with their total. Define `nameOf` and `complete` outside of components. */
export const HoursTable = <R extends Row>({
  rows: given,
  noun,
  ...cells
}: Cells<R> & {
  rows: readonly R[]
  noun: 'code' | 'project'
}) => {
  const rows = useShared(given)
  const total = totalAtCompletion(rows)
  return (
    <div className={scroll}>
      <table className={table}>
        <caption className={css({ srOnly: true })}>Hours at completion by {noun}</caption>
        <thead>
          <tr>
            <th scope="col">{noun === 'code' ? 'Code' : 'Project'}</th>
            <th scope="col">Name</th>
            <th scope="col">Budget</th>
            <th scope="col">Actual</th>
            <th scope="col">Complete</th>
            <th scope="col">Earned</th>
            <th scope="col">Productivity</th>
            <th scope="col">Projected final</th>
            <th scope="col">Over / under</th>
            <th scope="col">
              Actual on budget, <small>mark is the projected final</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.id} row={row} {...cells} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              All {noun}s
            </th>
            {cellsOf(total, percentText(total.percent))}
            <td>{gaugeOf(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

export const percentText = (percent: number | null): ReactNode =>
  percent === null ? dash : `${formatNumber(percent, 0)} %`

const cellsOf = (row: HoursAtCompletion, complete: ReactNode) => {
  const over = needsAttention(row) || undefined
  return (
    <>
      <td>{hours(row.budget)}</td>
      <td data-none={row.actual === 0 || undefined}>{hours(row.actual)}</td>
      <td>{complete}</td>
      <td data-none={row.earned === 0 || undefined}>{hours(row.earned)}</td>
      <td data-over={over}>{part(row.productivity)}</td>
      <td>
        <b>{hours(row.projected)}</b>
      </td>
      <td data-over={over} data-under={(row.over !== null && row.over < 0) || undefined}>
        {row.over === null ? dash : formatSigned(row.over, 2, 2)}
      </td>
    </>
  )
}

/** The same as the figures beside it, as a line. */
const gaugeOf = (row: HoursAtCompletion) => {
  if (!row.budget) return null
  const x = linearScale(row.budget, 0, BUDGET_END)
  const mark = row.projected === null ? null : Math.min(99, x(row.projected))
  return (
    <svg className={gauge} width="100%" height="18" aria-hidden="true">
      <rect width={`${BUDGET_END}%`} y="6" height="6" rx="3" data-ground="" />
      <rect
        width={`${Math.min(100, x(row.actual))}%`}
        y="6"
        height="6"
        rx="3"
        data-over={needsAttention(row) || undefined}
      />
      {mark !== null && <rect x={`${mark}%`} width="2" height="18" data-mark="" />}
    </svg>
  )
}

export const HoursFigures = ({ total }: { total: HoursAtCompletion }) => {
  const of = (part: number | null, whole: number | null) =>
    part !== null && whole ? `${Math.round((part / whole) * 100)} %` : null
  const booked = of(total.actual, total.budget)
  return (
    <section className={card} aria-label="Total">
      <Figures
        items={[
          { label: 'Budget', value: unitOf(total.budget) },
          { label: 'Actual', value: unitOf(total.actual, booked && `${booked} of budget`) },
          {
            label: 'Earned',
            value: unitOf(total.earned, total.percent === null ? null : `${formatNumber(total.percent, 0)} % complete`),
          },
          { label: 'Productivity', value: total.productivity === null ? '–' : formatNumber(total.productivity, 2, 2) },
          {
            label: 'Projected final',
            value:
              total.projected === null ? (
                '–'
              ) : (
                <span data-over={needsAttention(total) || undefined}>
                  {formatHours(total.projected)}{' '}
                  <small>
                    {formatSigned(total.over ?? 0, 2, 2)} h{(total.over ?? 0) > 0 ? ' over' : ''}
                  </small>
                </span>
              ),
          },
        ]}
      />
    </section>
  )
}

const unitOf = (value: number | null, more: string | null = null) =>
  value === null ? (
    '–'
  ) : (
    <>
      {formatHours(value)} <small>h{more ? ` · ${more}` : ''}</small>
    </>
  )

const card = css({ padding: '4', marginBottom: '3', layerStyle: 'card' })
const scroll = css({ overflowX: 'auto', layerStyle: 'card' })
const table = css({
  width: 'full',
  minWidth: '64rem',
  borderCollapse: 'collapse',
  '& th, & td': { height: '2.75rem', paddingInline: '3', textAlign: 'end', fontWeight: 'regular' },
  '& th:first-child, & thead th:nth-child(2), & tbody td:nth-child(2)': { textAlign: 'start' },
  '& thead th': { fontSize: 'xs', fontWeight: 'strong', color: 'muted', whiteSpace: 'nowrap' },
  '& thead small': { fontWeight: 'regular' },
  '& tbody tr, & tfoot tr': { borderTop: '1px solid {colors.line}' },
  '& tbody th': { color: 'muted', fontWeight: 'strong', whiteSpace: 'nowrap' },
  '& tbody td:nth-child(2)': { fontWeight: 'strong' },
  '& td:last-child, & th:last-child': { width: '15rem', textAlign: 'start' },
  '& tfoot': { background: 'soft', '& th, & td': { fontWeight: 'section' } },
  '& b': { fontWeight: 'section' },
  '& [data-none]': { color: 'faint' },
  '& td[data-under]': { color: 'done', fontWeight: 'strong' },
  '& td[data-over]': { color: 'attention', fontWeight: 'section' },
})
const gauge = css({
  display: 'block',
  '& rect': { fill: 'job.1' },
  '& [data-ground]': { fill: 'soft' },
  '& [data-over]': { fill: 'attention' },
  '& [data-mark]': { fill: 'ink' },
})
