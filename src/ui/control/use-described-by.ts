import { useFieldContext } from '@ark-ui/react/field'

/** Ids of the help and error around an input, so that a screen reader speaks both with the input itself. */
export const useDescribedBy = (): string | undefined => {
  const field = useFieldContext()
  if (!field) return undefined
  return [field.ariaDescribedby, field.invalid && field.ids.errorText].filter(Boolean).join(' ') || undefined
}
