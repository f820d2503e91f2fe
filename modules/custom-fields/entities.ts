import * as z from 'zod/mini'
import { can, only, signedIn, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, flag, json, lines, number, ref, text } from '#core/entity/fields.ts'

const setup = { ...only(can('edit', 'users')), view: signedIn }

/** What a company wants to know of its records beyond what everyone does (rule custom-field). */
export const customFields = defineEntity('custom_field', {
  endpoint: 'api/custom_fields',
  area: 'users',
  access: setup,
  sort: 'sort',
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

/** What can be chosen in a custom field of type select (rule custom-field). */
export const customFieldOptions = defineEntity('custom_field_option', {
  endpoint: 'api/custom_field_options',
  area: 'users',
  access: setup,
  sort: 'sort',
  fields: {
    custom_field_id: ref('custom_field', { onDelete: 'cascade' }),
    name: text(),
    active: flag().default(true),
    sort: number({ decimals: 0 }).default(-1),
  },
  display: { icon: 'text-cursor-input' },
})
export type CustomFieldOption = RecordOf<typeof customFieldOptions>

/** A checkbox is true or false, a select the id of its option, everything else text or a number. */
const value = z.nullable(z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean()]))

/** The field that holds an entity's custom values, all of them in one table; guests do not get them. */
export const customFieldValues = () =>
  lines({ custom_field_id: ref('custom_field'), value: json(value).optional() }, { shared: 'custom_field_values' })
    .label('Custom fields')
    .readableBy(staff)

/** One value, as a record holds it or a form drafts it. */
export interface CustomValue {
  custom_field_id?: number
  value?: string | number | boolean | null
}
