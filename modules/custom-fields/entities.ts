import * as z from 'zod/mini'
import { can, only, signedIn, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, flag, json, lines, number, ref, text } from '#core/entity/fields.ts'

const setup = { ...only(can('edit', 'users')), view: signedIn }

/** An additional field that a company defines for its records (rule custom-field). */
export const customFields = defineEntity('custom_field', {
  endpoint: 'api/custom_fields',
  area: 'users',
  access: setup,
  online: true,
  sort: 'sort',
  specified: {
    fields: ['name', 'type', 'active', 'sort', 'for'],
  },
  offline: 'start',
  fields: {
    name: text(),
    type: choice('string', 'number', 'link', 'select', 'checkbox').default('string'),
    for: choice('customer', 'projects', 'users', 'rfis').default('customer'),
    required: flag().default(false),
    active: flag().default(true),
    sort: number({ decimals: 0 }).default(-1),
  },
  display: { icon: 'text-cursor-input', title: ({ name }) => name },
})
export type CustomField = RecordOf<typeof customFields>

/** An option of a custom field of type select (rule custom-field). */
export const customFieldOptions = defineEntity('custom_field_option', {
  endpoint: 'api/custom_field_options',
  area: 'users',
  access: setup,
  online: true,
  sort: 'sort',
  specified: {
    fields: ['custom_field_id', 'name', 'active', 'sort'],
  },
  offline: 'start',
  fields: {
    custom_field_id: ref('custom_field', { onDelete: 'cascade' }),
    name: text(),
    active: flag().default(true),
    sort: number({ decimals: 0 }).default(-1),
  },
  display: { icon: 'text-cursor-input' },
})
export type CustomFieldOption = RecordOf<typeof customFieldOptions>

/** A boolean for a checkbox, the option's id for a select, text or a number for other types. */
const value = z.nullable(z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean()]))

/** A field for a record's custom values. All entities share one table. Guests cannot read it. */
export const customFieldValues = () =>
  lines({ custom_field_id: ref('custom_field'), value: json(value).optional() }, { shared: 'custom_field_values' })
    .label('Custom fields')
    .readableBy(staff)

/** A custom value of a record or a form. */
export interface CustomValue {
  custom_field_id?: number
  value?: string | number | boolean | null
}
