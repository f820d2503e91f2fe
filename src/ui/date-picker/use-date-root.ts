import { useFieldContext } from '@ark-ui/react/field'
import { getLocalTimeZone } from '@internationalized/date'

/** On which day a week begins. */
export type WeekStart = 'sunday' | 'monday'

/**
 * What all date pickers share: the field's ids and state, the person's own day, and where a week begins. Mounted only
 * while open, as every list is: a dialog hides from screen readers what stood beside it when it opened.
 */
export const useDateRoot = (weekStart: WeekStart = 'sunday') => {
  const field = useFieldContext()
  return {
    locale: 'en-US',
    timeZone: getLocalTimeZone(),
    startOfWeek: weekStart === 'monday' ? 1 : 0,
    positioning: { placement: 'bottom-start' as const, gutter: 4 },
    openOnClick: false,
    lazyMount: true,
    unmountOnExit: true,
    ...(field && {
      ids: { input: (index: number) => (index ? `${field.ids.control}-${index}` : field.ids.control) },
      invalid: field.invalid,
      disabled: field.disabled,
      required: field.required,
    }),
  }
}
