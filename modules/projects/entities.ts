import * as z from 'zod/mini'
import { area, can, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { address, choice, embed, flag, json, lines, number, ref, related, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { not, some } from '#core/query/where.ts'
import { customFieldValues } from '../custom-fields/entities.ts'

/** How many hues the jobs have. */
export const JOB_HUES = 8

const admins = can('edit', 'users')

/** A construction project, which most other records belong to (rule project). */
export const projects = defineEntity('project', {
  endpoint: 'api/projects',
  area: area('projects', {
    project_manager: ['view', 'create', 'edit'],
    office_staff: ['view', 'create', 'edit'],
    foreman: ['view'],
    employee: ['view'],
    customer: ['view'],
    contact: ['view'],
  }),
  // The next number reveals how many projects there are, so it is limited to users who may create projects.
  access: {
    next_number: can('create', 'projects'),
    sample: admins,
    add_sample: admins,
    remove_sample: admins,
  },
  sort: 'name',
  offline: { own: ({ id }) => ({ user_id: id }) },
  specified: {
    fields: [
      'customer_id',
      'name',
      'number',
      'overtime_rule',
      'project_phases',
      'address',
      'custom_field_values',
      'action',
      'archived_at',
      'archived_id',
      'default_documents_copied',
      'project_users',
      'images',
      'customer',
      'open_rfis',
      'open_punch_items',
      'open_tasks',
      'recent_daily_logs',
      'cost_codes',
      'cost_code_categories',
      'drawings',
      'customer_name',
    ],
    queries: ['api/projects/next_number'],
    actions: ['archive', 'unarchive'],
  },
  fields: {
    customer_id: ref('customer'),
    name: text().searchable(),
    number: text().searchable().unique('Project number already in use.'),
    address: address().optional().searchable(),
    overtime_rule: choice('standard', 'prevailing').default('standard').readableBy(staff),
    project_phases: lines({ phase_id: ref('phase') }).label('Phases'),
    project_users: lines({ user_id: ref('user', { onDelete: 'cascade' }) }).label('Team'),
    custom_field_values: customFieldValues(),
    /** The person whose name and phone guests of the job see on Home. */
    guest_contact_id: ref('user', { onDelete: 'keep' }).optional().label('Contact for guests').readableBy(staff),
    /** One of the eight hues of jobs; a new project gets the one that fewest active projects have. */
    color: number({ min: 1, max: JOB_HUES, decimals: 0 }).optional(),
    /** With an edit: also rename the folder in the document store (rule document-directory). */
    action: choice('rename_sharepoint_directory').optional().sent('never'),
    default_documents_copied: flag().default(true).readonly(),
  },
  computed: {
    customer_name: related('customer_id', 'name').searchable(),
    /** The customer's fields that are shown with a project. */
    customer: json(z.object({ id: z.number(), name: z.string() })),
    /** Their name and phone, which guests read of nobody else. */
    guest_contact: json(z.object({ name: z.string(), phone_number: z.nullable(z.string()) })).optional(),
    /** The last daily logs that the reader may see, newest first. */
    recent_daily_logs: json(
      z.array(
        z.object({
          id: z.number(),
          date: z.string(),
          is_complete: z.boolean(),
          work_performed: z.optional(z.nullable(z.string())),
        }),
      ),
    )
      .default([])
      .sent('alone'),
    images: embed('attachment', { image: true }),
    cost_codes: embed('cost_code'),
    cost_code_categories: embed('cost_code_category'),
    drawings: embed('drawing'),
  },
  filters: {
    status: filter(choice('active', 'archived', 'all').default('active'), (status) =>
      status === 'all' ? {} : { archived_at: status === 'archived' ? not(null) : null },
    ),
    phase_id: filter(ref('phase'), (id) => ({ project_phases: some({ phase_id: id }) })),
    user_id: filter(ref('user'), (id) => ({ project_users: some({ user_id: id }) })),
  },
  actions: ['copy_default_documents'],
  online: ['archive', 'unarchive', 'copy_default_documents', 'delete'],
  queries: ['next_number', 'sample'],
  collectionActions: ['add_sample', 'remove_sample'],
  attachable: ['attachment'],
  rules: {
    // Staff may add photos and change their own; other people's require edit permission on projects.
    mayAttach: ({ verb, before }, _, { user }) =>
      can('edit', 'projects')(user) || (staff(user) && (verb === 'create' || before?.user_id === user.id)),
  },
  display: {
    findable: true,
    icon: 'building-2',
    title: ({ number, name }) => `${number} ${name}`,
    subtitle: ({ customer_name }) => customer_name,
    href: ({ id }) => `/projects/${id}`,
  },
  active: { until: 'archived_at', message: 'This project is archived.', except: ['archive', 'unarchive'] },
  workflow: {
    states: { active: { label: 'Active' }, archived: { label: 'Archived', stamp: 'archived' } },
    steps: {
      archive: {
        from: ['active'],
        to: 'archived',
        label: 'Archive',
        icon: 'archive',
        done: 'Project archived.',
        question: { title: 'Archive this project?', message: 'An archived project is read-only.' },
        undo: 'unarchive',
      },
      unarchive: {
        from: ['archived'],
        to: 'active',
        label: 'Unarchive',
        icon: 'archive-restore',
        done: 'Project unarchived.',
        undo: 'archive',
      },
    },
  },
})
export type Project = RecordOf<typeof projects>

/** The response of GET api/projects/sample: the sample project and what is in it; null where there is none. */
export interface SampleProject {
  readonly id: number
  readonly title: string
  readonly contents: readonly { readonly count: number; readonly noun: string }[]
}
