import type { Grant } from '#core/access/access.ts'
import { formatWeekday } from '#lib/days.ts'
import { anyOf, within } from '#server/define-server.ts'
import type { Shareable } from '../../share-links/slots.ts'
import { dailyLogs } from '../entities.ts'
import { entryNames } from '../entry-types.ts'
import { editsLogs } from '../guards.ts'

/** The fields of a line that links show, in order. Names of injured people are left out, because they are private. */
const told = [
  ...(['company', 'contact_name', 'supplier', 'name', 'trade', 'workers', 'hours', 'contents', 'purpose'] as const),
  ...(['kind', 'cause', 'sky', 'description', 'corrective_action', 'body', 'caption', 'location', 'notes'] as const),
]

/** Customers see neither notes that are issues, nor what is still to be approved. */
export const shownOutside = {
  status: 'approved' as const,
  ...anyOf<{ is_issue: boolean | null }>({ is_issue: null }, { is_issue: false }),
}

const rowsOf = ({ what, project_id, target_id }: Grant) => what === 'log' && { project_id, id: target_id ?? 0 }

/** Of a day what customers read of one: neither notes of the company, its crew and hours, nor its conversation. */
export const grantedLogs = {
  reads: ['date', 'work_performed', 'delays', 'completed_at'] as const,
  rows: rowsOf,
  attached: ['attachment'],
}
export const grantedEntries = {
  reads: ['daily_log_id', 'type', ...told] as const,
  rows(grant: Grant) {
    const logs = rowsOf(grant)
    return logs !== false && { daily_log_id: within(dailyLogs, logs), ...shownOutside }
  },
}

/** Shared with a link by those who share days with customers. */
export const sharedLogs: Shareable = {
  what: ['log'],
  noun: 'item',
  kindOf: () => ({
    path: 'daily_logs',
    noun: 'daily log',
    digits: 0,
    states: [
      { label: 'Draft', tone: 'primary', at: null },
      { label: 'Complete', tone: 'done', at: 'completed_at' },
    ],
    done: null,
    lines: { path: 'daily_log_entries', names: entryNames, fields: told },
  }),
  async titleOf({ project_id, target_id }, ctx) {
    const [log] = editsLogs(ctx.user) ? await ctx.shown(dailyLogs, { id: target_id ?? 0, project_id }) : []
    return log?.date ? `Daily log ${formatWeekday(log.date)}` : null
  },
  links: (user) => (editsLogs(user) ? [{ what: 'log' }] : []),
  async changedAt(links, { pick }) {
    const logs = await pick(dailyLogs, ['id', 'updated_at'], { id: links.flatMap(({ target_id }) => target_id ?? []) })
    const at = new Map(logs.map(({ id, updated_at }) => [id, updated_at]))
    return new Map(links.map(({ id, target_id }) => [id, at.get(target_id ?? 0) ?? '']))
  },
}
