import { useCallback, useMemo, useState } from 'react'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { users } from '../../users/entities.ts'
import { payWeeks, type PayWeek } from '../entities.ts'
import { lastFirst, paid, type FormRow } from '../form.ts'
import { payCsv } from './pay-csv.ts'
import { PersonSheet } from './person-sheet.tsx'

const columns = [
  { key: 'job', label: 'Gross of this job, if another' },
  { key: 'gross', label: 'Gross, all work' },
  { key: 'fica', label: 'FICA' },
  { key: 'withheld', label: 'Tax withheld' },
  { key: 'other', label: 'Other deductions' },
  { key: 'net', label: 'Net wages' },
]
const text = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : formatNumber(value, 2, 2)
/** Without separators; what is no number is refused by the server, and stays typed. */
const plain = (typed: string) => (typed === '' ? null : typed.replaceAll(/[$,\s]/g, ''))

interface PayProps {
  project_id: Id
  week: Day
  rows: readonly FormRow[]
}

/** What payroll paid each person for a week, typed or imported. @useSignals */
export const PaySheet = ({ project_id, week, rows }: PayProps) => {
  const { items } = useQuery(payWeeks, { filters: { week_start: week } })
  const [importing, setImporting] = useState(false)
  const people = useMemo(
    () => [
      ...new Map(rows.map((row) => [row.user_id, { key: String(row.user_id), label: lastFirst(row.name) }])).values(),
    ],
    [rows],
  )
  const read = useCallback(
    (record: PayWeek | undefined, column: string) => {
      const own = record?.job_gross.find((line) => line.project_id === project_id)
      const name = paid.find((one) => one === column)
      return { text: text(name ? record?.[name] : own?.gross) }
    },
    [project_id],
  )
  function write(record: PayWeek | undefined, typed: Readonly<Record<string, string>>, person: string) {
    const { job, ...others } = typed
    const values = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, plain(value)]))
    const left = (record?.job_gross ?? []).filter((line) => line.project_id !== project_id)
    // What is typed is read as a number by the server, as in any form.
    const gross = job === undefined ? undefined : (plain(job) as number | null)
    return {
      ...(record ? { id: record.id } : { user_id: Number(person), week_start: week }),
      ...values,
      ...(gross !== undefined && { job_gross: gross === null ? left : [...left, { project_id, gross }] }),
    }
  }
  return (
    <section id="pay" className={css({ display: 'grid', gap: '2', minWidth: '0', scrollMarginTop: '16' })}>
      <div
        className={css({
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: '2',
        })}
      >
        <h2 className={css({ textStyle: 'section' })}>Paid for this week</h2>
        <Button variant="outline" icon="upload" onClick={() => setImporting(true)}>
          Import
        </Button>
      </div>
      <p className={css({ textStyle: 'small', color: 'muted' })}>
        As payroll paid it. Plumbline does not compute pay; gross of this job is hours times rate unless another is
        typed.
      </p>
      <PersonSheet
        aria-label="Paid for this week"
        entity={payWeeks}
        rows={people}
        {...{ items, columns, read, write }}
      />
      {importing && <ImportPay onClose={() => setImporting(false)} />}
    </section>
  )
}

/** Imports what was paid from a CSV file, by employee code and week. */
const ImportPay = ({ onClose }: { onClose: () => void }) => {
  const { store } = useServices()
  const csv = useMemo(
    () =>
      payCsv(
        store
          .of(users)
          .all.peek()
          .map((item) => item.peek()),
      ),
    [store],
  )
  return <ImportDialog entity={payWeeks} columns={csv} by={['week_start']} onClose={onClose} />
}
