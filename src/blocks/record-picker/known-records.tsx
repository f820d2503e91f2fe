import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { isObject } from '#lib/is-object.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import type { ControlProps } from '#ui/control/control.ts'
import type { Option } from '#ui/listbox/listbox.ts'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'

/** What is offered of records that are loaded at the start. Define the functions outside the component. */
export interface Offered<R> {
  /** A filter for the records offered. */
  only?: ((record: R) => boolean) | undefined
  /** A hint beside the title; by default the record's subtitle. */
  hint?: ((record: R) => string | undefined) | undefined
  /** What is offered first: the least. By default all are in the order of their titles. */
  rank?: ((record: R) => number) | undefined
  /** Also offers inactive ones, for filters of past records. */
  past?: boolean | undefined
}

/** The options of all records that the store holds of an entity, without those that are inactive unless `past` is set. */
export function useKnown<E extends Entity>(
  entity: E,
  { only, hint, rank, past = false }: Offered<RecordOf<E>> = {},
): ReadonlySignal<readonly Option<Id>[]> {
  const { items } = useQuery(entity, { filters: { status: past ? 'all' : 'active' }, ask: false })
  return useMemo(
    () =>
      computed(() => {
        const all = items.value.map(({ value }) => value).filter((record) => only?.(record) !== false)
        const inOrder = rank ? all.toSorted((a, b) => rank(a) - rank(b)) : all
        return inOrder.map((record) => toOption(entity, record, hint))
      }),
    [entity, items, only, hint, rank],
  )
}

function toOption<E extends Entity>(
  entity: E,
  record: RecordOf<E>,
  hint: ((record: RecordOf<E>) => string | undefined) | undefined = entity.display.subtitle,
): Option<Id> {
  const text = hint?.(record)
  return { value: record.id, label: entity.display.title(record), ...(text && { hint: text }) }
}

/** Picks one record by its title. The chosen one is shown even if it is no longer offered. @useSignals */
export const KnownPicker = <E extends Entity>({
  entity,
  only,
  hint,
  rank,
  past,
  value,
  ...props
}: ControlProps<Id | null> & Offered<RecordOf<E>> & { entity: E }) => {
  const { store } = useServices()
  const options = useKnown(entity, { only, hint, rank, past })
  const chosen = value === null ? undefined : store.of(entity).get(value)
  const selected = chosen ? toOption(entity, chosen, hint) : null
  return <Combobox {...props} value={value} options={options.value} selected={selected} />
}

/**
 * Picks several records, for a field with one line for each. A line keeps its id as long as its record remains chosen.
 * @useSignals
 */
export const LinesPicker = ({
  entity,
  column,
  value,
  onChange,
  ...props
}: ControlProps<unknown> & {
  entity: Entity
  /** The field of a line that holds the record's id. */
  column: string
}) => {
  const { store } = useServices()
  const options = useKnown(entity).value
  const lines = Array.isArray(value) ? value.filter(isObject) : []
  const chosen = lines.flatMap((line) => (typeof line[column] === 'number' ? line[column] : []))
  const offered = new Set(options.map((option) => option.value))
  const others = chosen.flatMap((id) => (offered.has(id) ? [] : (store.of(entity).get(id) ?? [])))
  return (
    <MultiSelect
      {...props}
      options={[...options, ...others.map((record) => toOption(entity, record))]}
      value={chosen}
      onChange={(ids) => onChange(ids.map((id) => lines.find((line) => line[column] === id) ?? { [column]: id }))}
    />
  )
}
