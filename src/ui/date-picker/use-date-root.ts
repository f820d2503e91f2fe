import { useFieldContext } from '@ark-ui/react/field'
import { getLocalTimeZone } from '@internationalized/date'

/** The first day of the week. */
export type WeekStart = 'sunday' | 'monday'

/**
 * The props that all date pickers share. The popup is mounted only while open, because a dialog that opens hides elements
 * mounted before it from screen readers.
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
