import type { Field } from '#core/entity/field.ts'
import { formatAddress, isAddress } from '#lib/address.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatDay } from '#lib/days.ts'
import { formatMoment } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { useServices } from '../services/services.tsx'

/** A value as text: a reference by its record's title, a choice in words, lines by their number. @useSignals */
export const Value = ({ field, value }: { field: Field<unknown> | undefined; value: unknown }) => {
  const { registry, store } = useServices()
  if (value === null || value === undefined || value === '') return <i>nothing</i>
  if (Array.isArray(value)) return <span>{value.length}</span>
  if (typeof value === 'boolean') return <span>{value ? 'yes' : 'no'}</span>
  const target = field?.facts.ref && registry.entity(field.facts.ref.entity)
  const named = target && typeof value === 'number' ? store.of(target).get(value) : undefined
  if (target && named) return <span>{target.display.title(named)}</span>
  if (field?.kind === 'instant') return <span>{formatMoment(String(value))}</span>
  if (field?.kind === 'date') return <span>{formatDay(String(value))}</span>
  if (field?.facts.choices?.includes(String(value))) return <span>{choiceLabel(String(value))}</span>
  if (field?.facts.hours) return <span>{formatHours(Number(value))} h</span>
  if (field?.kind === 'address' && isAddress(value)) return <span>{formatAddress(value)}</span>
  return <span>{typeof value === 'object' ? 'changed' : String(value)}</span>
}
