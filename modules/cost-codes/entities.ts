import { can, every, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, flag, number, ref, related, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'

/** Who sets up the codes of jobs. */
export const editsCodes = every(staff, can('edit', 'projects'))
/** Who sees the codes of jobs. */
export const viewsCodes = every(staff, can('view', 'projects'))
const access = { view: viewsCodes, create: editsCodes, edit: editsCodes, delete: editsCodes }

/** The position after sorting by hand. Rows with -1 were never sorted by hand and are ordered by number. */
const order = () => number({ decimals: 0 }).default(-1)

/** A group of a project's cost codes. Its number is the first part of a code's label. */
export const costCodeCategories = defineEntity('cost_code_category', {
  endpoint: 'api/projects/{project_id}/cost_code_categories',
  area: 'projects',
  access,
  whileActive: 'project_id',
  offline: 'project',
  sort: 'sort',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    number: text().searchable().unique('That number already exists.', ['project_id']),
    name: text().searchable(),
    sort: order(),
  },
  display: { icon: 'folder-tree', title: ({ number, name }) => `${number} ${name}` },
})
export type CostCodeCategory = RecordOf<typeof costCodeCategories>

/** A project's cost code (rule cost-code): hours are booked on it and compared with its budget. */
export const costCodes = defineEntity('cost_code', {
  endpoint: 'api/projects/{project_id}/cost_codes',
  area: 'projects',
  access,
  whileActive: 'project_id',
  offline: 'project',
  sort: 'sort',
  specified: {
    fields: ['project_id', 'cost_code_category_id', 'number', 'name', 'category_name', 'category_number'],
  },
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    cost_code_category_id: ref('cost_code_category', { within: 'project_id' }).optional().label('Category'),
    number: text()
      .searchable()
      .unique('That number already exists in this category.', ['project_id', 'cost_code_category_id']),
    name: text().searchable(),
    budget_hours: number({ min: 0 }).optional(),
    percent_complete: number({ min: 0, max: 100 }).optional(),
    active: flag().default(true),
    sort: order(),
  },
  computed: {
    category_number: related<string | null>('cost_code_category_id', 'number').searchable(),
    category_name: related<string | null>('cost_code_category_id', 'name').searchable(),
    project_number: related('project_id', 'number'),
  },
  filters: {
    status: filter(choice('active', 'inactive', 'all'), (status) =>
      status === 'all' ? {} : { active: status === 'active' },
    ),
  },
  display: {
    icon: 'hash',
    findable: true,
    title: (code) => costCodeLabel(code),
    href: ({ project_id }) => `/projects/${project_id}/cost_codes`,
  },
})
export type CostCode = RecordOf<typeof costCodes>
