import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import type { ControlProps } from '#ui/control/control.ts'
import type { Option } from '#ui/listbox/listbox.ts'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { users, type User } from '../entities.ts'

/** Options for the people offered. Define the functions outside the component, to keep them stable. */
export interface Offered {
  /** A filter for the people offered. */
  only?: ((person: User) => boolean) | undefined
  /** A hint beside the name; by default the company of a contact. */
  hint?: ((person: User) => string) | undefined
  /** Also offers inactive people, for filters of past records. */
  past?: boolean | undefined
}

/** The options of a person picker: active people, unless `past` is set. */
export function usePeople({ only, hint = users.display.subtitle, past = false }: Offered = {}): ReadonlySignal<
  readonly Option<Id>[]
> {
  const { items } = useQuery(users, { filters: { status: past ? 'all' : 'active' }, ask: false })
  return useMemo(
    () =>
      computed(() =>
        items.value.flatMap(({ value: person }) => (only?.(person) === false ? [] : toOption(person, hint))),
      ),
    [items, only, hint],
  )
}

function toOption(person: User, hint: (person: User) => string): Option<Id> {
  const text = hint(person)
  return { value: person.id, label: users.display.title(person), ...(text && { hint: text }) }
}

/** Picks one person by name. The selected person is shown even if no longer offered. @useSignals */
export const PersonPicker = ({
  only,
  hint = users.display.subtitle,
  past,
  value,
  ...props
}: ControlProps<Id | null> & Offered) => {
  const { store } = useServices()
  const people = usePeople({ only, hint, past })
  const chosen = value === null ? undefined : store.of(users).get(value)
  return <Combobox {...props} value={value} options={people.value} selected={chosen ? toOption(chosen, hint) : null} />
}

interface Line {
  id?: number
  user_id?: number
}
const isLines = (value: unknown): value is Line[] => Array.isArray(value)

/**
 * Picks several people, for a field with one line for each. A line keeps its id as long as its person remains selected.
 * @useSignals
 */
export const PeoplePicker = ({
  value,
  onChange,
  only,
  hint = users.display.subtitle,
  past,
  ...props
}: ControlProps<unknown> & Offered) => {
  const { store } = useServices()
  const people = usePeople({ only, hint, past })
  const lines = isLines(value) ? value : []
  const chosen = lines.flatMap(({ user_id }) => user_id ?? [])
  const offered = new Set(people.value.map((option) => option.value))
  const others = chosen.flatMap((id) => (offered.has(id) ? [] : (store.of(users).get(id) ?? [])))
  return (
    <MultiSelect
      {...props}
      options={[...people.value, ...others.map((person) => toOption(person, hint))]}
      value={chosen}
      onChange={(ids) => onChange(ids.map((id) => lines.find((line) => line.user_id === id) ?? { user_id: id }))}
    />
  )
}
