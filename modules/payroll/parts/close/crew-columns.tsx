import { memo, useLayoutEffect, useMemo, useState } from 'react'
import { signal, useComputed, type ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { formatMonthDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import type { Column } from '#ui/table/column.ts'
import type { Totals } from '../../../time/entities.ts'
import type { ClosingWeek } from '../../entities.ts'
import { sumHours } from '../../rows.ts'
import { WeekState } from './week-state.tsx'

/** A row: a week with what stands against approving it. */
export type Row = ClosingWeek & { readonly exceptions: string }

const kinds = [
  { key: 'regular', label: 'REG' },
  { key: 'overtime', label: 'OT' },
  { key: 'double', label: 'DT' },
  { key: 'vacation', label: 'VAC' },
  { key: 'per_diem_days', label: 'Per diem' },
] as const satisfies readonly { key: keyof Totals; label: string }[]
type Kind = (typeof kinds)[number]['key']

/** Null where it is not known of each of them. */
const sumOf = (weeks: readonly ClosingWeek[], kind: Kind) => {
  const figures = weeks.flatMap(({ paid }) => paid?.[kind] ?? [])
  return figures.length === weeks.length ? sumHours(figures) : null
}
const peopleOf = (weeks: readonly ClosingWeek[]) => new Set(weeks.map(({ user_id }) => user_id)).size
const written = (kind: Kind, figure: number | null) =>
  figure === null ? '—' : kind === 'per_diem_days' ? String(figure) : formatHours(figure)

const shownAs = (kind: Kind, figure: number | null) => (
  <span data-zero={!figure || undefined} className={zero}>
    {written(kind, figure)}
  </span>
)

/** A crew's people and how their hours are paid, by the columns that it stands in. */
export const figuresOf = (weeks: readonly ClosingWeek[]) => ({
  people: peopleOf(weeks),
  ...Object.fromEntries(kinds.map(({ key }) => [key, shownAs(key, sumOf(weeks, key))])),
})

/** Columns that stay the same while the weeks change, whose last row renders where it differs. */
export function useColumns(weeks: readonly ClosingWeek[]): readonly Column<Row>[] {
  const [all] = useState(() => signal(weeks))
  useLayoutEffect(() => void (all.value = weeks), [all, weeks])
  const isMany = new Set(weeks.map(({ week_start }) => week_start)).size > 1
  return useMemo(() => columnsOf(isMany, all), [isMany, all])
}

/** A figure of the last row, which renders where it differs. @useSignals */
const Sum = memo(({ of }: { of: () => string }) => useComputed(of).value)
const footOf = (of: () => string) => () => <Sum of={of} />

const columnsOf = (isMany: boolean, all: ReadonlySignal<readonly ClosingWeek[]>): Column<Row>[] => [
  {
    key: 'name',
    header: 'Person',
    cell: ({ name, week_start }) => (
      <span>
        <b>{name}</b> {isMany && formatMonthDay(week_start)}
      </span>
    ),
    width: 'minmax(9rem, 1.4fr)',
    phone: 'title',
    foot: () => 'Total',
  },
  {
    key: 'people',
    header: 'People',
    cell: () => null,
    align: 'end',
    width: '4.5rem',
    wide: true,
    phone: 'hidden',
    foot: footOf(() => String(peopleOf(all.value))),
  },
  ...kinds.map(({ key, label }): Column<Row> => ({
    key,
    header: label,
    cell: ({ paid }) => shownAs(key, paid?.[key] ?? null),
    phoneCell: ({ paid }) => !!paid?.[key] && `${written(key, paid[key])} ${label}`,
    align: 'end',
    width: 'minmax(4rem, 5rem)',
    // Where there is less room, a crew's name needs it more.
    ...(key === 'per_diem_days' && { wide: true }),
    phone: 'sub',
    foot: footOf(() => written(key, sumOf(all.value, key))),
  })),
  {
    key: 'state',
    header: 'State',
    cell: (week) => <WeekState week={week} exceptions={week.exceptions} />,
    width: 'minmax(11rem, 1.4fr)',
    phone: 'end',
  },
]

// The ground of a crew's heading is darker than that of a row.
const zero = css({ '&[data-zero]': { color: 'faint', '[data-cells] &': { color: 'muted' } } })
