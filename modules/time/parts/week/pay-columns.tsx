import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useDerived } from '#blocks/query/use-derived.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatHours } from '#lib/numbers.ts'
import type { Column } from '#ui/table/column.ts'
import type { User } from '../../../users/entities.ts'
import type { Totals } from '../../entities.ts'

const kinds = [
  { key: 'regular', header: 'Regular' },
  { key: 'overtime', header: 'Overtime' },
  { key: 'double', header: 'Double' },
] as const
type Kind = (typeof kinds)[number]['key']
type All = ReadonlySignal<ReadonlyMap<Id, Totals>>

/** The columns of a week's table with the hours by how they are paid, and their totals. */
export const payColumns = (totals: All): Column<User>[] =>
  kinds.map(({ key, header }) => ({
    key,
    header,
    cell: ({ id }) => <Paid totals={totals} user_id={id} kind={key} />,
    align: 'end',
    width: 'minmax(4.5rem, 5.5rem)',
    wide: true,
    phone: 'hidden',
    foot: (rows) => <Sum rows={rows} of={(id) => totals.value.get(id)?.[key] ?? 0} />,
  }))

/** @useSignals */
const Paid = memo(({ totals, user_id, kind }: { totals: All; user_id: Id; kind: Kind }) => (
  <Hours hours={useDerived(() => totals.value.get(user_id)?.[kind] ?? 0, [totals, user_id, kind])} />
))

/** The sum of a column's hours in a total row; `of` reads signals. @useSignals */
export const Sum = ({ rows, of }: { rows: readonly ReadonlySignal<User>[]; of: (user_id: Id) => number }) => (
  <Hours hours={useDerived(() => rows.reduce((sum, row) => sum + of(row.peek().id), 0), [rows, of])} />
)

const Hours = ({ hours }: { hours: number }) => (
  <span className={css({ '&[data-zero]': { color: 'faint' } })} data-zero={!hours || undefined}>
    {formatHours(hours)}
  </span>
)
