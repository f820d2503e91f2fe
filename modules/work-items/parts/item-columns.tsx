import { useToday } from '#blocks/today/today.ts'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { css } from '#css/css'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Day } from '#lib/days.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import type { Column } from '#ui/table/column.ts'
import { numberOf, type Item } from '../entities.ts'

interface Lateness<R> {
  /** How many days one is late; 0 for not. */
  readonly late: (item: R, today: Day) => number
  /** When it is due, or when it was done; `bare` below a heading. */
  readonly due: (item: R, today: Day, as: { bare: boolean }) => string
}

/** @useSignals */
const Due = <R,>({ item, bare, of: { late, due } }: { item: R; bare: boolean; of: Lateness<R> }) => {
  const today = useToday()
  return (
    <span className={fact} data-late={late(item, today) > 0 || undefined}>
      {due(item, today, { bare })}
    </span>
  )
}

/** The columns that all kinds of work items share. */
export const itemColumns = <E extends Entity, R extends Item & RecordOf<E>>(entity: E, of: Lateness<R>) =>
  ({
    number: {
      key: 'number',
      header: 'No.',
      cell: (item) => <span className={css({ color: 'muted', fontWeight: 'strong' })}>{numberOf(item)}</span>,
      phoneCell: numberOf,
      sortable: true,
      width: '3.5rem',
      phone: 'sub',
    },
    title: {
      key: 'title',
      header: 'Title',
      cell: ({ title }) => <b>{title}</b>,
      phoneCell: ({ title }) => title,
      sortable: true,
      width: 'minmax(12rem, 3fr)',
      phone: 'title',
    },
    assigned: {
      key: 'assigned_name',
      header: 'With',
      cell: ({ assigned_name }) => (
        <span className={css({ row: '2', minWidth: '0' })}>
          {assigned_name && <Avatar name={assigned_name} size="sm" decorative />}
          <span className={css({ truncate: true })}>{assigned_name ?? 'Nobody yet'}</span>
        </span>
      ),
      sortable: true,
      width: '8.5rem',
      phone: 'hidden',
    },
    due: {
      key: 'due_date',
      header: 'Due',
      cell: (item) => <Due bare item={item} of={of} />,
      phoneCell: (item) => <Due bare={false} item={item} of={of} />,
      sortable: true,
      width: '13.5rem',
      phone: 'sub',
    },
    state: {
      key: 'state',
      header: 'State',
      cell: (item) => <StateTag small entity={entity} record={item} />,
      width: '7rem',
      phone: 'end',
    },
  }) satisfies Record<string, Column<R>>

const fact = css({ '&[data-late]': { color: 'attention', fontWeight: 'strong' } })
