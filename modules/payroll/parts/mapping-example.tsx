import { css } from '#css/css'
import { payrollLines, type Filed } from '../files.ts'
import type { PayType } from '../layout.ts'
import type { PayrollRow } from '../rows.ts'
import { mappedIn } from './columns-input.tsx'

const row = (entry_id: number, pay_type: PayType, hours: number, more: Partial<PayrollRow> = {}): PayrollRow => ({
  timecard_id: 1,
  entry_id,
  date: '2026-11-02',
  project_number: '26-001',
  project_name: 'Canyon Lakes',
  customer_name: 'Desert Ridge',
  cost_code: '26-001.26.120',
  phase: 'Rough-in',
  pay_type,
  hours,
  units: hours || 1,
  certified: true,
  state: 'WA',
  overtime_reason: '',
  ...more,
})
const noJob = { project_number: null, project_name: null, customer_name: null, cost_code: null, certified: false }
const example: Pick<Filed, 'id' | 'weeks' | 'rows'> = {
  id: 12,
  weeks: [
    {
      timecard_id: 1,
      user_id: 1,
      name: 'Kim Tran',
      employee_code: 'E104',
      license: 'electrician',
      week_start: '2026-11-01',
      state: 'approved',
      hours: 17.5,
      totals: null,
      sound: true,
      batch_id: null,
    },
  ],
  rows: [
    row(1, 'REG', 8),
    row(1, 'OT', 1.5, { overtime_reason: 'Over 8 hours on prevailing projects on Mon' }),
    row(1, 'PERDIEM', 0),
    row(2, 'VAC', 8, { date: '2026-11-03', ...noJob }),
  ],
}

/** What a file with these columns says of a day of overtime and per diem, and of a day off. */
export const MappingExample = ({ columns }: { columns: unknown }) => {
  const mapped = mappedIn(columns)
  return (
    <div className={frame}>
      <h3 className={css({ textStyle: 'label' })}>Example</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keys scroll it too. */}
      <div className={scroll} role="region" aria-label="Example" tabIndex={0}>
        <table className={table}>
          <thead>
            <tr>
              {mapped.map(({ header }, at) => (
                <th key={at} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {payrollLines(example, mapped).map(({ line }, at) => (
              <tr key={at}>
                {line.map((value, place) => (
                  <td key={place}>{String(value ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const frame = css({ column: '1.5', gridColumn: '1 / -1' })
const scroll = css({ overflowX: 'auto', border: '1px solid {colors.line}', borderRadius: 'md' })
const table = css({
  fontSize: 'xs',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { paddingInline: '2', paddingBlock: '1', textAlign: 'start' },
  '& th': { color: 'muted', borderBottom: '1px solid {colors.line}' },
})
