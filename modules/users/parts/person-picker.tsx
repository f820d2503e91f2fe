import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import type { ControlProps } from '#ui/control/control.ts'
import type { Option } from '#ui/listbox/listbox.ts'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { users, type User } from '../entities.ts'

/** Which people are offered; keep the functions outside the component. */
export interface Offered {
  /** Those it says yes to. */
  only?: ((person: User) => boolean) | undefined
  /** A quieter word beside the name; the company of someone from outside unless told. */
  hint?: ((person: User) => string) | undefined
  /** Also those who are no longer active, for what lies in the past. */
  past?: boolean | undefined
}

/** People to choose from, by name: those who are active, unless told. */
export function usePeople({ only, hint = users.display.subtitle, past = false }: Offered = {}): ReadonlySignal<
  readonly Option<Id>[]
> {
  const { store } = useServices()
  const all = store.of(users).all
  return useMemo(
    () =>
      computed(() =>
        all.value.flatMap(({ value: person }) => {
          if (!(past || person.active) || only?.(person) === false) return []
          return toOption(person, hint)
        }),
      ),
    [all, only, hint, past],
  )
}

function toOption(person: User, hint: (person: User) => string): Option<Id> {
  const words = hint(person)
  return { value: person.id, label: users.display.title(person), ...(words && { hint: words }) }
}

/** Picks one person by typing a part of the name. Whoever is chosen is shown though they are not offered any more. @useSignals */
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
 * Picks several people, for a field whose lines each name one; a line keeps its id while its person stays chosen. @useSignals
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
