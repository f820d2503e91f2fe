import { useComputed } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { customFieldOptions, customFields, type CustomField, type CustomFieldOption } from '../entities.ts'

export type Scope = CustomField['for']

/** The sorted fields of a scope and all options, including inactive ones, kept up to date. */
export function useFields(scope: Scope): { fields: readonly CustomField[]; options: readonly CustomFieldOption[] } {
  const { store } = useServices()
  const all = store.of(customFields).all
  const allOptions = store.of(customFieldOptions).all
  const found = useComputed(() => ({
    fields: all.value.map((item) => item.value).filter((field) => field.for === scope),
    options: allOptions.value.map((item) => item.value),
  }))
  return found.value
}
