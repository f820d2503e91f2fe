import { useCallback, useMemo, useState } from 'react'
import { useMay } from '#blocks/offered/offered.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useSignals } from '#blocks/query/use-signals.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { addDays, formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { JobDialog } from '../dialogs/job-dialog.tsx'
import { certifiedJobs, titleOf } from '../entities.ts'
import { isToDo, useWeeks } from '../parts/use-weeks.ts'
import { hrefOf, type CertifiedWeek } from '../week.ts'

const labels = {
  due: { children: 'Due', tone: 'primary' },
  none: { children: 'No work', tone: 'neutral' },
  made: { children: 'Made', tone: 'primary' },
  signed: { children: 'Signed', tone: 'done' },
  changed: { children: 'Changed since signed', tone: 'attention' },
} as const

const State = ({ state, late }: CertifiedWeek) => (
  <span className={css({ display: 'inline-flex', gap: '1' })}>
    <Tag {...labels[state]} />
    {late && <Tag tone="attention">Late</Tag>}
  </span>
)

const spanOf = ({ week_start }: CertifiedWeek) =>
  `${formatWeekday(week_start)} – ${formatWeekday(addDays(week_start, 6))}`
const dueOf = ({ due_on, state }: CertifiedWeek) => state !== 'none' && formatWeekday(due_on)
const columns: readonly Column<CertifiedWeek>[] = [
  { key: 'week', header: 'Week', cell: (week) => <b>{spanOf(week)}</b>, width: '2fr', phone: 'title' },
  { key: 'form', header: 'Payroll no.', cell: ({ form }) => form && titleOf(form), phone: 'hidden' },
  { key: 'hours', header: 'Hours', cell: ({ hours }) => formatHours(hours), align: 'end', phone: 'hidden' },
  { key: 'due', header: 'Due', cell: dueOf, phoneCell: (week) => dueOf(week) && <>Due {dueOf(week)}</>, phone: 'sub' },
  { key: 'state', header: 'State', cell: (week) => <State {...week} />, width: '1.6fr', phone: 'end' },
]
const ways = [
  { value: 'todo', label: 'To do' },
  { value: 'all', label: 'All' },
] as const
const nothing: CertifiedWeek[] = []

/** The forms of each job with prevailing wages: due, made, signed, late (rule certified-payroll-due). */
export default function WeeksScreen() {
  const { data, failure, retry } = useWeeks()
  const [shows, setShows] = useState<'todo' | 'all'>('todo')
  const [terms, setTerms] = useState<Id | null>(null)
  const mayEdit = useMay()(certifiedJobs, 'edit')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const weeks = useMemo(() => (data ?? nothing).filter((week) => shows === 'all' || isToDo(week)), [data, shows])
  const items = useSignals(weeks, hrefOf)
  const fold = useCallback((key: string) => setFolded((before) => before.symmetricDifference(new Set([key]))), [])
  const groups = useMemo(() => {
    const tools = (id: Id) => (
      <Button size="sm" variant="outline" onClick={() => setTerms(id)}>
        Terms
      </Button>
    )
    return [...Map.groupBy(items, (item) => item.peek().project_id)].map(([id, rows]) => ({
      key: String(id),
      label: rows[0]?.peek().project ?? '',
      note: rows.length,
      tools: mayEdit && tools(id),
      isFolded: folded.has(String(id)),
      rows,
    }))
  }, [items, folded, mayEdit])
  const table = { rows: [], groups, columns, onFold: fold, rowKey: hrefOf, rowHref: hrefOf }
  return (
    <Page
      title="Certified payroll"
      sub="A form for each week and job with prevailing wages. Plumbline does not compute pay: what was paid is typed or imported."
      actions={
        <>
          <LinkButton variant="outline" icon="layers" href="/setup/trade_classes">
            Classes and rates
          </LinkButton>
          <LinkButton variant="outline" icon="users" href="/setup/worker_numbers">
            Worker numbers
          </LinkButton>
          <Segmented aria-label="Weeks" value={shows} onChange={setShows} options={ways} />
        </>
      }
    >
      {!data && <NotLoaded failure={failure} retry={retry} />}
      {data && weeks.length === 0 && (
        <EmptyState icon="file-text" title={data.length ? 'Every form is signed.' : 'No weeks yet.'}>
          Weeks with hours on jobs with prevailing wages stand here once they are over.
        </EmptyState>
      )}
      {weeks.length > 0 && <Table aria-label="Weeks" density="compact" {...table} />}
      {terms !== null && <JobDialog project_id={terms} onClose={() => setTerms(null)} />}
    </Page>
  )
}
