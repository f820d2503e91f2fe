import { can, either, every, only, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { flag, ref, related, text } from '#core/entity/fields.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'

const admins = can('edit', 'users')
/** Whoever plans a project's codes copies them from here. */
const setup = { ...only(admins), view: either(admins, every(staff, can('edit', 'projects'))) }

/** Groups of the company's cost codes; their number comes first in a code's label. */
export const defaultCostCodeCategories = defineEntity('default_cost_code_category', {
  endpoint: 'api/default_cost_code_categories',
  area: 'users',
  access: setup,
  sort: 'number',
  fields: {
    number: text().unique('That number already exists.'),
    name: text(),
  },
  display: { icon: 'folder-tree', title: ({ number, name }) => `${number} ${name}` },
})
export type DefaultCostCodeCategory = RecordOf<typeof defaultCostCodeCategories>

/** The cost codes that a new project's can be copied from. */
export const defaultCostCodes = defineEntity('default_cost_code', {
  endpoint: 'api/default_cost_codes',
  area: 'users',
  access: setup,
  sort: 'number',
  fields: {
    default_cost_code_category_id: ref('default_cost_code_category').optional().label('Category'),
    number: text().unique('That number already exists in this category.', ['default_cost_code_category_id']),
    name: text(),
    active: flag().default(true),
  },
  computed: {
    category_number: related<string | null>('default_cost_code_category_id', 'number'),
    category_name: related<string | null>('default_cost_code_category_id', 'name'),
  },
  display: { icon: 'hash', title: (code) => costCodeLabel(code) },
})
export type DefaultCostCode = RecordOf<typeof defaultCostCodes>
