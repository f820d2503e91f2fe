import { useMemo } from 'react'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { formatDay } from '#lib/days.ts'
import { stateName } from '#lib/address-states.ts'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { workScheduleAgreements, type WorkScheduleAgreement } from '../entities.ts'
import { daysText } from './labels.ts'

const where = ({ project_name, project_number, state }: WorkScheduleAgreement) =>
  project_name ? `${project_number} ${project_name}` : `All of ${stateName(state)}`
const span = ({ signed_on, ends_on }: WorkScheduleAgreement) =>
  ends_on ? `${formatDay(signed_on)} – ${formatDay(ends_on)}` : `From ${formatDay(signed_on)}`

const columns: readonly Column<WorkScheduleAgreement>[] = [
  { key: 'user_name', header: 'Person', cell: ({ user_name }) => <b>{user_name}</b>, phone: 'title' },
  { key: 'project_name', header: 'Where', cell: where, width: '1.4fr', phone: 'sub' },
  { key: 'days', header: 'Days', cell: ({ days }) => daysText(days), phone: 'hidden' },
  { key: 'signed_on', header: 'Signed', cell: span, width: '12rem', phone: 'end' },
  {
    key: 'document_id',
    header: 'Document',
    cell: ({ document_id }) =>
      document_id === null ? (
        <span className={css({ color: 'faint' })}>None</span>
      ) : (
        <Icon name="paperclip" label="Signed document" />
      ),
    width: '7rem',
    phone: 'hidden',
  },
]
const rowHref = ({ id }: WorkScheduleAgreement) => `/setup/overtime?agreement=${id}`
const rowKey = ({ id }: WorkScheduleAgreement) => id

/** The list of agreements to four ten-hour days. */
export const Agreements = ({ onAdd }: { onAdd: () => void }) => {
  const { store } = useServices()
  const { items, state, failure, ask } = useQuery(workScheduleAgreements)
  const ids = useSummary(items, (all) => all.map(({ id }) => id), [])
  const rows = useMemo(() => ids.flatMap((id) => store.of(workScheduleAgreements).item(id) ?? []), [ids, store])
  if (!rows.length && state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  if (!rows.length)
    return (
      <EmptyState
        icon="file-text"
        title="No agreements yet."
        action={
          <Button variant="outline" icon="plus" onClick={onAdd}>
            Add agreement
          </Button>
        }
      >
        Ten-hour days are paid straight only for people with a signed agreement.
      </EmptyState>
    )
  return <Table aria-label="Agreements" rows={rows} columns={columns} rowKey={rowKey} rowHref={rowHref} />
}
