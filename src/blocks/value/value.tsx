import type { Field } from '#core/entity/field.ts'
import { formatAddress, isAddress } from '#lib/address.ts'
import { useServices } from '../services/services.tsx'

/** Formats a date and time. */
export const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A value as text: a reference by its record's title, lines by their number. @useSignals */
export const Value = ({ field, value }: { field: Field<unknown> | undefined; value: unknown }) => {
  const { registry, store } = useServices()
  if (value === null || value === undefined || value === '') return <i>nothing</i>
  if (Array.isArray(value)) return <span>{value.length}</span>
  if (typeof value === 'boolean') return <span>{value ? 'yes' : 'no'}</span>
  const target = field?.facts.ref && registry.entity(field.facts.ref.entity)
  const named = target && typeof value === 'number' ? store.of(target).get(value) : undefined
  if (target && named) return <span>{target.display.title(named)}</span>
  if (field?.kind === 'instant') return <span>{moment.format(new Date(String(value)))}</span>
  if (field?.kind === 'address' && isAddress(value)) return <span>{formatAddress(value)}</span>
  return <span>{typeof value === 'object' ? 'changed' : String(value)}</span>
}
