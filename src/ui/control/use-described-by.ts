import { useFieldContext } from '@ark-ui/react/field'

/** The ids of the help and error texts of the surrounding field, for `aria-describedby`. */
export const useDescribedBy = (): string | undefined => {
  const field = useFieldContext()
  if (!field) return undefined
  return [field.ariaDescribedby, field.invalid && field.ids.errorText].filter(Boolean).join(' ') || undefined
}
