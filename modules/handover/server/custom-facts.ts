import { showCustomValue } from '#lib/custom-values.ts'
import type { Told } from '#server/define-server.ts'
import { customFieldOptions, customFields, type CustomValue } from '../../custom-fields/entities.ts'
import type { Making } from './contents.ts'

/** The values of fields that the company has defined itself, as facts. */
export async function customFacts({ read }: Making, record: Told['record']): Promise<Told['facts']> {
  const values = record.custom_field_values
  if (!Array.isArray(values) || !values.length) return []
  return read(async (ctx) => {
    const [fields, options] = [await ctx.cached(customFields), await ctx.cached(customFieldOptions)]
    return (values as readonly CustomValue[]).flatMap(({ custom_field_id, value }) => {
      const field = fields.find(({ id }) => id === custom_field_id)
      const text = field && showCustomValue(field.type, value, options)
      return field && text ? [{ name: `custom ${field.id}`, label: field.name, text, plain: text, isLong: false }] : []
    })
  })
}
