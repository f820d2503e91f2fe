import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { customFieldOptions, customFields, type CustomField, type CustomFieldOption } from '../entities.ts'

export type Scope = CustomField['for']

/** The sorted fields of a scope and all options, including inactive ones, kept up to date. */
export function useFields(scope: Scope): { fields: readonly CustomField[]; options: readonly CustomFieldOption[] } {
  const { items } = useQuery(customFields, { filters: { for: scope }, ask: false })
  const { items: options } = useQuery(customFieldOptions, { ask: false })
  return { fields: useRecords(items), options: useRecords(options) }
}
