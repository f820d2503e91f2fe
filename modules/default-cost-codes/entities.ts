import { can, only, staff, type Guard } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { flag, number, ref, related, text } from '#core/entity/fields.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'

const admins = can('edit', 'users')
/** Users who may edit projects can view the defaults, to copy them into a project. */
const viewers: Guard = (user) => admins(user) || (staff(user) && can('edit', 'projects')(user))
const setup = { ...only(admins), view: viewers }

/** Defaults are sorted by number, until they are sorted by hand. */
const position = () => number({ decimals: 0 }).default(-1)

/** A group of the company's default cost codes. Its number is the first part of a code's label. */
export const defaultCostCodeCategories = defineEntity('default_cost_code_category', {
  endpoint: 'api/default_cost_code_categories',
  area: 'users',
  access: setup,
  online: true,
  sort: 'number',
  fields: {
    number: text().unique('That number already exists.'),
    name: text(),
    sort: position(),
  },
  display: { icon: 'folder-tree', title: ({ number, name }) => `${number} ${name}` },
})
export type DefaultCostCodeCategory = RecordOf<typeof defaultCostCodeCategories>

/** A default cost code, which can be copied into projects. */
export const defaultCostCodes = defineEntity('default_cost_code', {
  endpoint: 'api/default_cost_codes',
  area: 'users',
  access: setup,
  online: true,
  sort: 'number',
  fields: {
    default_cost_code_category_id: ref('default_cost_code_category').optional().label('Category'),
    number: text().unique('That number already exists in this category.', ['default_cost_code_category_id']),
    name: text(),
    active: flag().default(true),
    sort: position(),
  },
  computed: {
    category_number: related<string | null>('default_cost_code_category_id', 'number'),
    category_name: related<string | null>('default_cost_code_category_id', 'name'),
  },
  display: { icon: 'hash', title: (code) => costCodeLabel(code) },
})
export type DefaultCostCode = RecordOf<typeof defaultCostCodes>
