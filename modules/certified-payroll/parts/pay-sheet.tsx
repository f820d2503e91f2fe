import { useCallback, useMemo, useState } from 'react'
import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { labelOf } from '#core/entity/field.ts'
import { Button } from '#ui/button/button.tsx'
import { users } from '../../users/entities.ts'
import { payWeeks, type PayWeek } from '../entities.ts'
import { lastFirst, moneyText, paid, type FormRow } from '../form.ts'
import type { Place } from '../week.ts'
import { payCsv } from './pay-csv.ts'
import { PersonSheet } from './person-sheet.tsx'

const columns = [
  { key: 'job', label: 'Gross of this job, if another' },
  ...paid.map((key) => ({ key, label: labelOf(key, payWeeks.fields[key]) })),
]
/** Without separators; what is no number is refused by the server, as in any form, and stays typed. */
const plain = (typed: string) => (typed === '' ? null : typed.replaceAll(/[$,\s]/g, '')) as number | null

/** What payroll paid each person for a week, typed or imported. @useSignals */
export const PaySheet = ({ project_id, week_start, rows: lines }: Place & { rows: readonly FormRow[] }) => {
  const { store } = useServices()
  const { items } = useQuery(payWeeks, { filters: { week_start } })
  const [importing, setImporting] = useState<CsvColumn<PayWeek>[] | null>(null)
  const rows = useMemo(() => {
    const names = new Map(lines.map(({ user_id, name }) => [String(user_id), lastFirst(name)]))
    return [...names].map(([key, label]) => ({ key, label }))
  }, [lines])
  const read = useCallback(
    (record: PayWeek | undefined, column: string) => {
      const own = record?.job_gross.find((line) => line.project_id === project_id)
      const name = paid.find((one) => one === column)
      return moneyText(name ? record?.[name] : own?.gross, '')
    },
    [project_id],
  )
  function write({ job, ...typed }: Readonly<Record<string, string>>, record: PayWeek | undefined) {
    const values = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, plain(value)]))
    const left = (record?.job_gross ?? []).filter((line) => line.project_id !== project_id)
    const gross = job === undefined ? undefined : plain(job)
    const job_gross = gross === null ? left : gross && [...left, { project_id, gross }]
    return { ...(!record && { week_start }), ...values, ...(job_gross && { job_gross }) }
  }
  // Read when the import begins.
  const people = () =>
    store
      .of(users)
      .all.peek()
      .map((item) => item.peek())
  return (
    <section id="pay" className={css({ stack: '2', minWidth: '0', scrollMarginTop: '16' })}>
      <div className={head}>
        <h2 className={css({ textStyle: 'section' })}>Paid for this week</h2>
        <Button variant="outline" icon="upload" onClick={() => setImporting(payCsv(people()))}>
          Import
        </Button>
      </div>
      <p className={css({ textStyle: 'note' })}>
        As payroll paid it. Plumbline does not compute pay; gross of this job is hours times rate unless another is
        typed.
      </p>
      <PersonSheet aria-label="Paid for this week" entity={payWeeks} {...{ items, rows, columns, read, write }} />
      {importing && (
        <ImportDialog entity={payWeeks} columns={importing} by={['week_start']} onClose={() => setImporting(null)} />
      )}
    </section>
  )
}

const head = css({ wrap: '2', justifyContent: 'space-between' })
