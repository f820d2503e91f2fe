import { css } from '#css/css'
import { formatHours } from '#lib/numbers.ts'
import { useDesk } from '#ui/table/use-width.ts'
import type { Totals } from '../../time/entities.ts'
import { sumHours, type PayrollWeek } from '../rows.ts'
import { WorkerStatus } from './worker-status.tsx'
import { kinds, totalOf, totalsText, workersOf, written } from './workers.ts'

const NOT_YET = 'Not approved yet'

/** Everyone with time in the weeks: their hours, totals by pay type, and status. */
export const WorkerTable = ({ weeks }: { weeks: readonly PayrollWeek[] }) => {
  const desk = useDesk()
  const workers = workersOf(weeks)
  const hours = formatHours(sumHours(weeks.map((week) => week.hours)))
  const totals = totalOf(weeks)
  if (!desk)
    return (
      <ul className={cards} aria-label="Workers">
        {workers.map((worker) => (
          <li key={worker.user_id} className={card}>
            <span className={top}>
              <b>{worker.name}</b>
              <b>{formatHours(worker.hours)}</b>
            </span>
            <span className={quiet}>{worker.totals ? totalsText(worker.totals) : NOT_YET}</span>
            <WorkerStatus worker={worker} />
          </li>
        ))}
        <li className={card}>
          <span className={top}>
            <b>Total</b>
            <b>{hours}</b>
          </span>
          <span className={quiet}>{totals ? totalsText(totals) : NOT_YET}</span>
        </li>
      </ul>
    )
  return (
    <div className={frame}>
      <table className={table} aria-label="Workers">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Code</th>
            <th scope="col">Hours</th>
            {kinds.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.user_id}>
              <th scope="row">{worker.name}</th>
              <td>{worker.employee_code ?? '—'}</td>
              <td>{formatHours(worker.hours)}</td>
              <Kinds totals={worker.totals} />
              <td>
                <WorkerStatus worker={worker} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td>{hours}</td>
            <Kinds totals={totals} />
            <td>
              {workers.length} {workers.length === 1 ? 'worker' : 'workers'}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const Kinds = ({ totals }: { totals: Totals | null }) =>
  kinds.map(({ key }) => (
    <td key={key} data-zero={!totals?.[key] || undefined} title={totals ? undefined : NOT_YET}>
      {totals ? written(key, totals) : '—'}
    </td>
  ))

const cards = css({ display: 'grid', background: 'card', border: '1px solid {colors.line}', borderRadius: 'xl' })
const card = css({
  display: 'grid',
  gap: '0.5',
  padding: '3.5',
  justifyItems: 'start',
  borderBottom: '1px solid {colors.line}',
  _last: { borderBottom: '0' },
})
const top = css({ display: 'flex', justifyContent: 'space-between', gap: '3', width: 'full' })
const quiet = css({ textStyle: 'small', color: 'muted' })
const frame = css({ overflowX: 'auto', background: 'card', border: '1px solid {colors.line}', borderRadius: 'lg' })
const table = css({
  width: 'full',
  whiteSpace: 'nowrap',
  '& th, & td': { paddingInline: '3', paddingBlock: '2', textAlign: 'end', borderBottom: '1px solid {colors.line}' },
  '& :is(th, td):is(:first-child, :last-child), & :is(thead, tbody) :nth-child(2)': { textAlign: 'start' },
  '& :is(th, td):last-child': { whiteSpace: 'normal', minWidth: '14rem' },
  '& tbody th': { fontWeight: 'strong' },
  '& thead th': { textStyle: 'caption', color: 'muted', fontWeight: 'strong' },
  '& tfoot :is(th, td)': { fontWeight: 'section', borderBottom: '0' },
  '& [data-zero]': { color: 'faint' },
})
