import { useMemo } from 'react'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { users, type User } from '../../users/entities.ts'
import { workerNumbers, type WorkerNumber } from '../entities.ts'
import { PersonSheet } from '../parts/person-sheet.tsx'

const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'Worker numbers' }]} />
const columns = [
  { key: 'last_four', label: 'Last four of SSN' },
  { key: 'program', label: 'Apprenticeship program' },
]
const read = (record: WorkerNumber | undefined, column: string) =>
  (column === 'program' ? record?.program : record?.last_four) ?? ''
const write = (typed: Readonly<Record<string, string>>) => typed
const tracks = ({ active, track_time }: User) => active && track_time

/** The last four digits by which forms tell the people who have hours, and the programs of apprentices. @useSignals */
export default function NumbersScreen() {
  const { store } = useServices()
  const { items, state, failure, ask } = useQuery(workerNumbers)
  const people = useSummary(
    store.of(users).all,
    (all) => all.filter(tracks).map(({ id, name }) => ({ key: String(id), label: name })),
    [],
  )
  const rows = useMemo(() => people.toSorted((a, b) => (a.label < b.label ? -1 : 1)), [people])
  return (
    <Page
      title="Worker numbers"
      crumbs={crumbs}
      sub="Four digits, as certified payrolls show them. The whole number is kept nowhere."
    >
      {state.value === 'never' ? (
        <NotLoaded failure={failure.value} retry={ask} />
      ) : (
        <PersonSheet aria-label="Worker numbers" entity={workerNumbers} {...{ items, rows, columns, read, write }} />
      )}
    </Page>
  )
}
