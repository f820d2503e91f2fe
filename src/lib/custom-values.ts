import { formatNumber } from './numbers.ts'

/** Custom field types; any other is a checkbox (rule custom-field-types). */
export type CustomFieldType = 'string' | 'number' | 'link' | 'select' | 'checkbox'

export const customFieldType = (type: string): CustomFieldType =>
  type === 'string' || type === 'number' || type === 'link' || type === 'select' ? type : 'checkbox'

/** A custom value as text: the name of a select's option, Yes or No for a checkbox; empty when there is none. */
export function showCustomValue(
  type: string,
  value: unknown,
  options: readonly { id: number; name: string }[] = [],
): string {
  if (value === null || value === undefined || value === '') return ''
  switch (customFieldType(type)) {
    case 'select':
      return options.find(({ id }) => id === Number(value))?.name ?? ''
    case 'checkbox':
      return value === true || value === 1 || value === '1' || value === 'true' ? 'Yes' : 'No'
    case 'number':
      return formatNumber(Number(value))
    default:
      return String(value)
  }
}
