import { useCallback, useContext, useEffect } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { FilterValues } from '#core/query/filters.ts'
import { AWAY } from '#core/resource/retries.ts'
import { textKey } from '#lib/text-key.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import type { ControlProps } from '#ui/control/control.ts'
import type { Option } from '#ui/listbox/listbox.ts'
import { ParentContext, useResource, useServices } from '../services/services.tsx'
import { recentIds, remember } from './recent.ts'

export interface RecordPickerProps<E extends Entity> extends ControlProps<Id | null> {
  entity: E
  /** A hint beside the title; by default the record's subtitle. */
  hint?: (record: RecordOf<E>) => string | undefined
  filters?: FilterValues
  /** Filters of the user's own records, which are offered first, after those picked recently on this device. */
  own?: FilterValues
  /** Offers "Add New", called with the typed text. */
  onAdd?: (text: string) => void
}

const MOST_OPTIONS = 20
/** What is offered first is left out where the device does not know it. */
const none = () => []

/** Picks a record by searching on the server. The selected record is read from the store, so that renames show at once. */
export const RecordPicker = <E extends Entity>({
  entity,
  hint = entity.display.subtitle,
  filters = {},
  own,
  value,
  onChange,
  ...props
}: RecordPickerProps<E>) => {
  const { store, session, queries, kept } = useServices()
  const resource = useResource(entity)
  const params = useContext(ParentContext)
  const recent = `${entity.name}.${session.user.peek()?.id ?? 0}`
  const collection = store.of(entity)
  const toOption = useCallback(
    (record: RecordOf<E>): Option<Id> => {
      const text = hint(record)
      return { value: record.id, label: entity.display.title(record), ...(text && { hint: text }) }
    },
    [hint, entity],
  )
  /** What the server finds, or without a connection, what is on this device. */
  const find = async (wanted: FilterValues, text: string): Promise<readonly RecordOf<E>[]> => {
    const answer = await resource.fetchPage({ ...wanted, search: text, per_page: MOST_OPTIONS })
    if (answer.ok) return answer.data.data
    const local = queries(entity, { filters: wanted, params })
    /** What the device has may have come as an answer to something else. */
    const isUnknown = async () => {
      if (!(await local.ask()) || local.state.peek() !== 'never') return false
      await kept.restoreAll(entity)
      return !local.items.peek().length
    }
    if (!AWAY.includes(answer.status) || (await isUnknown()))
      throw new Error(answer.message || 'The list could not be loaded.')
    const words = textKey(text).split(/\s+/)
    return local.items
      .peek()
      .map((item) => item.peek())
      .filter((record) => {
        const key = textKey(`${entity.display.title(record)} ${entity.display.subtitle?.(record) ?? ''}`)
        return words.every((word) => key.includes(word))
      })
      .slice(0, MOST_OPTIONS)
  }
  const search = async (text: string) => {
    const ids = own && !text.trim() ? recentIds(recent) : []
    const [found, mine, latest] = await Promise.all([
      find(filters, text),
      own && !text.trim() ? find({ ...filters, ...own }, '').catch(none) : [],
      ids.length ? find({ ...filters, id: ids }, '').catch(none) : [],
    ])
    if (!mine.length && !latest.length) return found.map(toOption)
    const groups: [string, readonly RecordOf<E>[]][] = [
      ['Recent', latest.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))],
      ['Yours', mine],
      ['All', found],
    ]
    const offered = new Set<Id>()
    return groups.flatMap(([group, records]) =>
      records.flatMap((record) => {
        if (offered.has(record.id)) return []
        offered.add(record.id)
        return { ...toOption(record), group }
      }),
    )
  }
  useEffect(() => {
    if (value !== null && !collection.peek(value)) void resource.fetch(value)
  }, [resource, collection, value])
  return (
    <Chosen
      {...props}
      value={value}
      onChange={(id) => {
        if (own && id !== null) remember(recent, id)
        onChange(id)
      }}
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
