import { useCallback, useEffect } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import type { ControlProps } from '#ui/control/control.ts'
import type { Option } from '#ui/listbox/listbox.ts'
import { useResource, useServices } from '../services/services.tsx'

export interface RecordPickerProps<E extends Entity> extends ControlProps<Id | null> {
  entity: E
  /** A hint beside the title; by default the record's subtitle. */
  hint?: (record: RecordOf<E>) => string | undefined
  filters?: Record<string, unknown>
  /** Offers "Add New", called with the typed text. */
  onAdd?: (text: string) => void
}

const MOST_OPTIONS = 20

/** Picks a record by searching on the server. The selected record is read from the store, so that renames show at once. */
export const RecordPicker = <E extends Entity>({
  entity,
  hint = entity.display.subtitle,
  filters,
  value,
  ...props
}: RecordPickerProps<E>) => {
  const { store } = useServices()
  const resource = useResource(entity)
  const collection = store.of(entity)
  const toOption = useCallback(
    (record: RecordOf<E>): Option<Id> => {
      const text = hint(record)
      return { value: record.id, label: entity.display.title(record), ...(text && { hint: text }) }
    },
    [hint, entity],
  )
  const search = async (text: string) => {
    const answer = await resource.fetchPage({ ...filters, search: text, per_page: MOST_OPTIONS })
    if (!answer.ok) throw new Error(answer.message || 'The list could not be loaded.')
    return answer.data.data.map(toOption)
  }
  useEffect(() => {
    if (value !== null && !collection.peek(value)) void resource.fetch(value)
  }, [resource, collection, value])
  return (
    <Chosen
      {...props}
      value={value}
      search={search}
      find={(id) => {
        const record = collection.get(id)
        return record && toOption(record)
      }}
    />
  )
}

/** Reads only the selected record's signal, so that it rerenders only when that record changes. @useSignals */
const Chosen = ({
  value,
  search,
  find,
  ...props
}: ControlProps<Id | null> & {
  search: (text: string) => Promise<readonly Option<Id>[]>
  find: (id: Id) => Option<Id> | undefined
  onAdd?: (text: string) => void
}) => <Combobox {...props} value={value} onSearch={search} selected={value === null ? null : (find(value) ?? null)} />
