import { can, only, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { color, number, ref, text } from '#core/entity/fields.ts'

const setup = { ...only(can('edit', 'users')), view: signedIn }

/** A group of phases (rule phases). */
export const phaseTypes = defineEntity('phase_type', {
  endpoint: 'api/phase_types',
  area: 'users',
  access: setup,
  online: true,
  sort: 'sort',
  specified: {
    fields: ['name', 'sort', 'color'],
  },
  offline: 'start',
  fields: {
    name: text().unique('That phase type already exists.'),
    sort: number({ decimals: 0 }).default(-1),
    color: color().default('#7a8794'),
  },
  display: { icon: 'layers' },
})

/** A stage of a project (rule phases). */
export const phases = defineEntity('phase', {
  endpoint: 'api/phases',
  area: 'users',
  access: setup,
  online: true,
  sort: 'sort',
  specified: {
    fields: ['phase_type_id', 'name', 'sort', 'color'],
  },
  offline: 'start',
  fields: {
    phase_type_id: ref('phase_type'),
    name: text(),
    color: color().default('#7a8794'),
    default_days: number({ decimals: 0, min: 0, max: 3650 }).optional().label('Usual length in days'),
    sort: number({ decimals: 0 }).default(-1),
  },
  display: { icon: 'layers' },
})
export type Phase = RecordOf<typeof phases>
