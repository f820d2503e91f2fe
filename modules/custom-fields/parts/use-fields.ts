import { useComputed } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { customFieldOptions, customFields, type CustomField, type CustomFieldOption } from '../entities.ts'

export type Scope = CustomField['for']

/** The fields of one scope in their order and all options, live; fields out of use are left out unless asked for. */
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
