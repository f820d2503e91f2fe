import { can, only, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { flag, longText, number, ref, text } from '#core/entity/fields.ts'

/** A predefined punch item that can be added to projects (rule default-punch-item). */
export const defaultPunchItems = defineEntity('default_punch_item', {
  endpoint: 'api/default_punch_items',
  area: 'users',
  // Whoever adds punch items on the team chooses from these, and gets their titles offered.
  access: {
    ...only(can('edit', 'users')),
    view: (user) => can('edit', 'users')(user) || (staff(user) && can('create', 'punchItems')(user)),
  },
  online: true,
  offline: 'all',
  sort: 'sort',
  fields: {
    title: text(),
    description: longText().optional(),
    trade: text().optional(),
    phase_id: ref('phase').optional(),
    requires_photo: flag().default(false),
    sort: number({ decimals: 0 }).default(-1),
    active: flag().default(true),
  },
  display: { icon: 'clipboard-check', title: ({ title }) => title, subtitle: ({ trade }) => trade ?? '' },
})
export type DefaultPunchItem = RecordOf<typeof defaultPunchItems>
