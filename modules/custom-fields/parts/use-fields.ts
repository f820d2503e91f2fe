import { useComputed } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { customFieldOptions, customFields, type CustomField, type CustomFieldOption } from '../entities.ts'

export type Scope = CustomField['for']

/** The sorted fields of a scope and all options, including inactive ones, kept up to date. */
export function useFields(scope: Scope): { fields: readonly CustomField[]; options: readonly CustomFieldOption[] } {
  const { items } = useQuery(customFields, { filters: { for: scope }, ask: false })
  const { items: options } = useQuery(customFieldOptions, { ask: false })
  const found = useComputed(() => ({
    fields: items.value.map((item) => item.value),
    options: options.value.map((item) => item.value),
  }))
  return found.value
}
