import * as z from 'zod/mini'
import { can, only, roles } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, flag, json, longText, number, ref, text } from '#core/entity/fields.ts'

const line = z.object({ text: z.string().check(z.minLength(1, 'may not be empty'), z.maxLength(255)) })

/** A predefined task that is created when its phase is added to a project (rule default-task). */
export const defaultTasks = defineEntity('default_task', {
  endpoint: 'api/default_tasks',
  area: 'users',
  access: only(can('edit', 'users')),
  online: true,
  sort: 'sort',
  fields: {
    title: text(),
    description: longText().optional(),
    phase_id: ref('phase').optional(),
    due_offset_days: number({ decimals: 0, min: -365, max: 3650 }).optional().label('Days after the phase starts'),
    assign_role: choice(...roles)
      .optional()
      .label('Assign to'),
    checklist: json(z.array(line)).default([]),
    sort: number({ decimals: 0 }).default(-1),
    active: flag().default(true),
  },
  display: { icon: 'list-checks', title: ({ title }) => title },
})
export type DefaultTask = RecordOf<typeof defaultTasks>
