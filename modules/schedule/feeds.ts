import { guest, nobody, only, can, type CurrentUser } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { instant, ref, related, text } from '#core/entity/fields.ts'

const viewers = can('view', 'schedule')

/** Whether a user sees whole projects on the schedule, and not only what is their own. */
export const seesProjects = (user: CurrentUser): boolean =>
  user.customer_id !== null || (!guest(user) && user.role !== 'employee')

/** A secret address at which one person's calendar program reads their schedule, or that of a project (rule calendar-address). */
export const calendarFeeds = defineEntity('calendar_feed', {
  endpoint: 'api/calendar_feeds',
  area: 'schedule',
  access: { ...only(nobody), view: viewers, renew: viewers },
  sort: 'id',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    /** Null for the person's own. */
    project_id: ref('project', { onDelete: 'cascade' }).optional().readonly(),
    /** The hash of the token in the address. */
    token: text().unique('This address is taken.').readonly().readableBy(nobody),
    /** When the address was made; null while nobody was given one. */
    given_at: instant().optional().readonly(),
  },
  computed: {
    project_name: related<string | null>('project_id', 'name'),
    project_number: related<string | null>('project_id', 'number'),
    name: text(),
    /** In the answer to `renew` alone. */
    url: text().optional().sent('once'),
  },
  actions: ['renew'],
  undo: false,
  online: true,
  display: { noun: 'calendar address', plural: 'calendar addresses', icon: 'calendar-days' },
})
export type CalendarFeed = RecordOf<typeof calendarFeeds>
