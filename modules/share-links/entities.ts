import { every, nobody, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, instant, number, ref, related, text } from '#core/entity/fields.ts'

/** The longest that a link lasts, and how long one lasts by default, in days from today. */
export const [MOST_DAYS, USUAL_DAYS] = [366, 30] as const
/** So many people are sent a link at once. */
export const MOST_RECIPIENTS = 20

/** What a link can be about. */
export const targets = ['drawings', 'sheet', 'folder', 'file', 'work_item', 'list', 'log'] as const

/** People of the company who are signed in themselves: a token hands out no links. */
const byHand = every(staff, (user) => !user?.token)

/** What somebody without an account sees of a job, by an address that was made for them (rule share-link). */
export const shareLinks = defineEntity('share_link', {
  endpoint: 'api/projects/{project_id}/share_links',
  root: 'api/share_links',
  area: 'projects',
  access: {
    view: byHand,
    create: nobody,
    edit: nobody,
    delete: nobody,
    send: byHand,
    renew: byHand,
    nudge: byHand,
    copy: byHand,
    end: byHand,
  },
  sort: '-id',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    /** The current sheets of the job, of one discipline or all; one sheet, folder or file; one work item, a list of open ones, or a daily log. */
    what: choice(...targets).readonly(),
    /** The table of a work item, or of those of a list. */
    target_type: text().optional().readonly(),
    target_id: number({ decimals: 0, min: 1 }).optional().readonly(),
    discipline: text().optional().readonly(),
    /** Of a list: whether it has everyone's items, not the recipient's alone. */
    whole: flag().default(false).readonly(),
    /** What its target was called when it was made. */
    title: text().readonly(),
    /** The person it was made for. */
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    /** Who made or renewed it, and whose sight it is a part of. */
    made_by_id: ref('user', { onDelete: 'keep' }).readonly(),
    /** The last day on which it opens. */
    until: date().readonly().label('Ends'),
    /** When that day is over for the company. */
    ends_at: instant().readonly(),
    ended_at: instant().optional().readonly(),
    may_download: flag().default(true).readonly(),
    /** Whether the recipient is asked to confirm that they have what is current. */
    asks: flag().default(false).readonly(),
    /** Whether the recipient may write, send photos, and say that an item is done. */
    answers: flag().default(false).readonly(),
    /** Whether it is a poster, which anybody reads who has it before them. */
    poster: flag().default(false).readonly(),
    opened_at: instant().optional().readonly(),
    /** When it was last opened, and when before that: what changed in between is new. */
    seen_at: instant().optional().readonly(),
    seen_before: instant().optional().readonly(),
    opens: number({ decimals: 0, min: 0 }).default(0).readonly(),
    /** The state that the recipient confirmed to have, as its moment. */
    confirmed_at: instant().optional().readonly(),
  },
  computed: {
    user_name: related('user_id', 'name'),
    made_by_name: related('made_by_id', 'name'),
    project_number: related('project_id', 'number'),
    project_name: related('project_id', 'name'),
    /** Whether its recipient can be mailed. */
    mailable: flag(),
    /** When what it shows changed last; null where it shows nothing. */
    changed_at: instant().optional(),
    /** The address, in the answer to the request that makes one alone. */
    plain: text().optional().sent('once'),
  },
  collectionActions: ['send'],
  actions: ['renew', 'nudge', 'copy', 'end'],
  undo: false,
  online: true,
  offline: false,
  display: { noun: 'link', icon: 'link', title: ({ title, user_name }) => `${title}, ${user_name}` },
})
export type ShareLink = RecordOf<typeof shareLinks>
