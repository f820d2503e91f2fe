import { useMemo } from 'react'
import { useInAddress } from '#blocks/address/address.ts'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { can } from '#core/access/access.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { punchItems } from '../entities.ts'
import { punchList } from '../parts/list.ts'

const views = [
  { value: 'mine', label: 'Mine' },
  { value: 'check', label: 'To check' },
  { value: 'late', label: 'Late' },
] as const
type View = (typeof views)[number]['value']
const empty: Readonly<Record<View, string>> = {
  mine: 'Nothing is assigned to you.',
  check: 'Nothing waits for your check.',
  late: 'Nothing is late.',
}

/** The punch items of all projects that are the user's, wait for the user, or are late (rule punch-overview). @useSignals */
export default function PunchItemsScreen() {
  const { session } = useServices()
  const today = useToday()
  const [view, setView] = useInAddress<View>('of', ['mine', 'check', 'late'])
  // Whoever may close every item checks them all; everyone else, their own.
  const checks = can('delete', 'punchItems')(session.user.value) ? 'to_check' : 'made_to_check'
  const filters = { mine: { view: 'mine' }, check: { view: checks }, late: { late: today } }[view]
  const query = useQuery(punchItems, { across: true, filters })
  const spec = useMemo<WorkListSpec<typeof punchItems>>(
    () => ({
      ...punchList,
      views: [{ key: 'all', label: 'All', fits: () => true, empty: empty[view] }],
      facets: ['project_id', 'location', 'trade', 'priority'],
      group: 'project_id',
    }),
    [view],
  )
  return (
    <Page title="Punch items">
      <WorkList
        spec={spec}
        query={query}
        place="punch_items"
        lead={<Segmented aria-label="Which items" value={view} onChange={setView} options={views} />}
      />
    </Page>
  )
}
