import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatMonthDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { payrollBatches, payrollMappings, type PayrollChanges } from '../entities.ts'
import { blocking, isReady, spanOf } from '../guards.ts'
import { accountOf, type PayrollRow } from '../rows.ts'
import { Problems } from './problems.tsx'
import { useExport } from './use-export.ts'
import { previewDependsOn } from './use-preview.ts'

/** So many rows are listed; the file has all of them. */
const MOST = 12

/** What changed in weeks of any time since they were exported, with an export of its own (rule payroll-ledger). @useSignals */
export const ChangesCard = () => {
  const { api, store } = useServices()
  const { data } = useAsked(
    () => api(payrollBatches).ask<PayrollChanges>('changes'),
    'payroll changes',
    previewDependsOn,
  )
  const mappings = useRecords(useQuery(payrollMappings).items)
  const last = useRecords(store.of(payrollBatches).all)[0]?.mapping_id
  const mapping = last ?? mappings[0]?.id
  const { busy, send } = useExport(spanOf(data?.weeks ?? []), mapping)
  const rows = data?.rows ?? []
  const ready = data?.weeks.filter(isReady) ?? []
  if (!data || !data.weeks.length) return null
  const names = new Map(data.weeks.map(({ timecard_id, name }) => [timecard_id, name]))
  const batches = [...new Set(data.weeks.flatMap(({ batch_id }) => batch_id ?? []))]
  return (
    <Card className={body}>
      <h2 className={head}>
        Changed since export
        <Tag tone="attention">{rows.length === 1 ? '1 row' : `${rows.length} rows`}</Tag>
      </h2>
      <p className={quiet}>
        {data.weeks.length === 1 ? 'A week' : `${data.weeks.length} weeks`} went out in batch
        {batches.length > 1 ? 'es' : ''} {batches.join(', ')} and changed. Nobody is paid twice.
      </p>
      <Problems problems={Object.values(blocking(data.weeks)).flat()} />
      <ul aria-label="Changed since export">
        {rows.slice(0, MOST).map((row) => (
          <li key={JSON.stringify([row.timecard_id, accountOf(row)])} className={line}>
            <span className={css({ minWidth: '0' })}>
              <b>{names.get(row.timecard_id)}</b>
              <span className={quiet}>
                {formatMonthDay(row.date)}
                {row.cost_code && <span className={css({ whiteSpace: 'nowrap' })}> · {row.cost_code}</span>}
              </span>
            </span>
            <span className={quiet}>{row.pay_type === 'PERDIEM' ? 'Per diem' : row.pay_type}</span>
            <b className={css({ textAlign: 'end' })}>{signed(row)}</b>
          </li>
        ))}
      </ul>
      {rows.length > MOST && <p className={quiet}>And {rows.length - MOST} more.</p>}
      <Button
        variant="outline"
        icon="download"
        disabled={!ready.length || mapping === undefined}
        loading={busy}
        onClick={() => void send({ ready_only: true, changes_only: true })}
      >
        Export changes
      </Button>
    </Card>
  )
}

/** With its sign, as what is added to what payroll has. */
const signed = ({ hours, units, pay_type }: PayrollRow) => {
  const amount = pay_type === 'PERDIEM' ? String(Math.abs(units)) : formatHours(Math.abs(hours))
  return `${units < 0 ? '−' : '+'}${amount}`
}

const body = css({ stack: '3' })
const head = css({ row: '2', justifyContent: 'space-between', textStyle: 'section' })
const quiet = css({ display: 'block', textStyle: 'note', overflowWrap: 'anywhere' })
const line = css({
  stack: '3',
  gridTemplateColumns: 'minmax(0, 1fr) auto 4rem',
  alignItems: 'center',
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
  fontVariantNumeric: 'tabular-nums',
})
