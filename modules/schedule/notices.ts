import * as z from 'zod/mini'
import { nobody, only, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { instant, json, ref, text } from '#core/entity/fields.ts'

/** One published change, with the days that the person can confirm or decline. */
const told = z.object({ event_id: z.nullable(z.number()), text: z.string(), days: z.array(z.string()) })
export type ToldChange = z.infer<typeof told>

/** The changes that one publication sent to one person, and the single-use link in the mail for answering them. */
export const scheduleNotices = defineEntity('schedule_notice', {
  endpoint: 'api/schedule_notices',
  area: 'schedule',
  access: { ...only(nobody), view: signedIn },
  sort: '-told_at',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    /** Who published it. */
    published_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    told_at: instant().readonly(),
    changes: json(z.array(told)).readonly(),
    token_hash: text().optional().readonly().readableBy(nobody),
    /** When the link was used up. */
    answered_at: instant().optional().readonly(),
  },
  online: true,
  display: { icon: 'calendar-days', title: () => 'Your schedule', href: () => '/schedule' },
})
export type ScheduleNotice = RecordOf<typeof scheduleNotices>
