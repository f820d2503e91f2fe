import * as z from 'zod/mini'
import { can, every, only, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { json, ref, related, text } from '#core/entity/fields.ts'
import { licenses } from '../schedule/entities.ts'

/** How many weeks a project can be moved. */
export const MOST_WEEKS = 26
/** How many people can be hired at once. */
export const MOST_HIRED = 99

const id = z.int().check(z.positive())
const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    project_id: id,
    weeks: z.int().check(z.gte(-MOST_WEEKS), z.lte(MOST_WEEKS)),
  }),
  z.object({ kind: z.literal('win'), project_id: id }),
  z.object({ kind: z.literal('lose'), project_id: id }),
  z.object({
    kind: z.literal('hire'),
    license: z.enum(licenses),
    count: z.int().check(z.positive(), z.lte(MOST_HIRED)),
    from: z.iso.date(),
  }),
])
/** What would be different: a project moved by weeks, won or lost, or people hired from a day on. */
export type Supposed = z.infer<typeof change>

const planners = every(staff, can('edit', 'schedule'))

/** What planners suppose beyond the plan, under a name (rule what-if). It never changes the plan. */
export const whatIfs = defineEntity('what_if', {
  endpoint: 'api/what_ifs',
  area: 'schedule',
  access: only(planners),
  sort: 'name',
  fields: {
    user_id: ref('user', { onDelete: 'keep' }).readonly(),
    name: text().unique('There is a what-if of this name already.'),
    changes: json(z.array(change).check(z.maxLength(50))).default([]),
  },
  computed: { user_name: related('user_id', 'name') },
  display: { noun: 'what-if', icon: 'chart-column' },
})
export type WhatIf = RecordOf<typeof whatIfs>
