import * as z from 'zod/mini'
import { can, every, nobody, only, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, instant, json, number, ref, related, text } from '#core/entity/fields.ts'
import { formatDay } from '#lib/days.ts'

/** A report that its device has not repeated for longer than this says nothing of now. */
export const HELD_DAYS = 14

/**
 * Hours that a device has and the server does not, though its network is there: they were refused, or wait behind what was
 * (rule held-changes). A record for each device, kind and person, replaced by what the device says next; whoever sees the
 * person's weeks sees it, and whoever has the device.
 */
export const heldChanges = defineEntity('held_change', {
  endpoint: 'api/held_changes',
  area: 'timecards',
  access: { ...only(nobody), view: every(staff, can('view', 'timecards')) },
  sort: 'id',
  fields: {
    /** Whose hours they are, and on whose device they wait. */
    user_id: ref('user', { onDelete: 'cascade' }).label('Person').readonly(),
    holder_id: ref('user', { onDelete: 'cascade' }).readonly(),
    /** The hash of the session that told of them. */
    session: text().readonly().readableBy(nobody),
    device: choice('phone', 'computer').readonly(),
    kind: choice('time_entry', 'timecard').readonly(),
    count: number({ decimals: 0 }).readonly(),
    days: json(z.array(z.string())).readonly(),
    /** When the oldest of them was made, and why it was refused. */
    since: instant().readonly(),
    refusal: text().optional().readonly(),
  },
  computed: { holder_name: related('holder_id', 'name') },
  undo: false,
  online: true,
  display: { noun: 'held change', icon: 'send', title: ({ since }) => formatDay(since.slice(0, 10)) },
})
export type HeldChange = RecordOf<typeof heldChanges>
