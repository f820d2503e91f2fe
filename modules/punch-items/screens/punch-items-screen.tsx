import { useState } from 'react'
import { Page } from '#blocks/page/page.tsx'
import { RecordList, type RowProps } from '#blocks/query/record-list.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecord } from '#blocks/query/use-record.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { punchItems, type PunchItem } from '../entities.ts'
import { PunchRow } from '../parts/punch-row.tsx'

const views = [
  { value: 'mine', label: 'Mine' },
  { value: 'check', label: 'To check' },
  { value: 'late', label: 'Overdue' },
] as const
type View = (typeof views)[number]['value']
const empty: Readonly<Record<View, string>> = {
  mine: 'Nothing is assigned to you.',
  check: 'Nothing waits for your check.',
  late: 'Nothing is overdue.',
}
const nothing = () => {}

/** The punch items of all projects that are the user's, wait for the user, or are overdue (rule punch-overview). @useSignals */
export default function PunchItemsScreen() {
  const { session } = useServices()
  const today = useToday()
  const [view, setView] = useState<View>('mine')
  // Whoever may close every item checks them all; everyone else, their own.
  const checks = can('delete', 'punchItems')(session.user.value) ? 'to_check' : 'made_to_check'
  const filters = { mine: { view: 'mine' }, check: { view: checks }, late: { late: today } }[view]
  const query = useQuery(punchItems, { across: true, filters, order: { column: 'due_date', direction: 'asc' } })
  return (
    <Page title="Punch items">
      <div className={css({ display: 'grid', gap: '3.5' })}>
        <Segmented aria-label="Which items" value={view} onChange={setView} options={views} />
        <RecordList
          query={query}
          aria-label="Punch items"
          row={Row}
          empty={<EmptyState icon={punchItems.display.icon} title={empty[view]} />}
        />
      </div>
    </Page>
  )
}

/** @useSignals */
const Row = ({ item }: RowProps<PunchItem>) => {
  const { id, project_id, project_archived_at, project_number, project_name } = useRecord(item)
  return (
    <>
      <p className={project}>
        {project_number} {project_name}
      </p>
      <PunchRow
        item={item}
        href={`/projects/${project_id}/punch_items/${id}`}
        isOpen={false}
        isActive={project_archived_at === null}
        narrow={false}
        selected={undefined}
        onSelect={nothing}
      />
    </>
  )
}

const project = css({
  paddingTop: '2',
  paddingInline: { base: '2.5', md: '4' },
  textStyle: 'small',
  fontWeight: 'strong',
  color: 'muted',
})
