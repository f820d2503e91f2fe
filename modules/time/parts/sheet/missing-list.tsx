import { useMemo, useState } from 'react'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { users, type User } from '../../../users/entities.ts'
import { useMissing } from '../needs/use-missing.ts'

/** So many people are shown until all are asked for. */
const FIRST = 5

interface Props {
  day: Day
  /** Who is on the sheet already. */
  there: readonly Id[]
  onAdd: (people: readonly Id[]) => void
}

/** Who lacks hours on a day and how many, those planned to work first, each with a button for the sheet. @useSignals */
export const MissingList = ({ day, there, onAdd }: Props) => {
  const { store } = useServices()
  const { data } = useMissing(day)
  const [isWhole, setWhole] = useState(false)
  const known = useSummary(store.of(users).all, (all) => all.map(({ id }) => id), [])
  const people = useMemo(() => {
    const present = new Set(known)
    return (data?.user_ids ?? []).flatMap((id) => (present.has(id) ? (store.of(users).item(id) ?? []) : []))
  }, [store, known, data])
  const columns = useMemo(() => {
    const short = new Map(data?.short?.map(({ user_id, hours }) => [user_id, hours]))
    return columnsOf(short, new Set(there), (id) => onAdd([id]))
  }, [data, there, onAdd])
  if (!people.length) return null
  const absent = people.map((item) => item.peek().id).filter((id) => !there.includes(id))
  return (
    <section aria-label="Missing hours" className={section}>
      <div role="status" className={head}>
        <b>
          {people.length} {people.length === 1 ? 'person' : 'people'} missing hours
        </b>
        {absent.length > 0 && (
          <Button size="sm" variant="outline" icon="plus" onClick={() => onAdd(absent)}>
            Add {absent.length} to the sheet
          </Button>
        )}
        {people.length > FIRST && (
          <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${people.length}`}
          </Button>
        )}
      </div>
      <Table
        aria-label="Missing hours"
        density="compact"
        rows={isWhole ? people : people.slice(0, FIRST)}
        columns={columns}
        rowKey={idOf}
      />
    </section>
  )
}

const idOf = ({ id }: User) => id

const columnsOf = (short: ReadonlyMap<Id, number>, there: ReadonlySet<Id>, onAdd: (id: Id) => void): Column<User>[] => [
  { key: 'name', header: 'Person', cell: ({ name }) => <b>{name}</b>, width: 'minmax(0, 1fr)', phone: 'title' },
  {
    key: 'short',
    header: 'Missing',
    cell: ({ id }) => (short.has(id) ? `${formatHours(short.get(id) ?? 0)} h planned` : 'Nothing planned, no hours'),
    width: 'minmax(0, 1fr)',
    phone: 'sub',
  },
  {
    key: 'add',
    header: 'Sheet',
    cell: ({ id, name }) =>
      there.has(id) ? (
        <span className={css({ color: 'muted' })}>On the sheet</span>
      ) : (
        <Button size="sm" variant="outline" icon="plus" aria-label={`Add ${name}`} onClick={() => onAdd(id)}>
          Add
        </Button>
      ),
    align: 'end',
    width: '8rem',
    phone: 'end',
  },
]

const section = css({ stack: '2', marginBottom: '4', minWidth: '0' })
const head = css({ wrap: '2.5', color: 'attention' })
