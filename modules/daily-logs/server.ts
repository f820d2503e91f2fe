import { guest } from '#core/access/access.ts'
import { anyOf, defineServer, fill, not, perBatch, serve, within, type Ctx } from '#server/define-server.ts'
import { attachments } from '../attachments/entities.ts'
import { projects } from '../projects/entities.ts'
import { crewOf, totalOf } from './crew.ts'
import { dailyLogs, logEntries, logMailings, logRecipients, type LogEntry } from './entities.ts'
import { addsPhotos, contact, editsLogs } from './guards.ts'
import { mailLogs, validateMailing } from './mailings.ts'
import { recentLogs } from './recent.ts'
import { complete, copyPrevious, deriveEntry, lockLog, mayChangeEntry, validateEntry, validateLog } from './rules.ts'
import { picturesOf, totalsOf } from './summaries.ts'
import { tellInjury } from './tell.ts'
import { askForWeather, weatherJobs } from './weather.ts'

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id)
const tellLog = (entry: LogEntry, ctx: Ctx) => ctx.announce(dailyLogs, entry.daily_log_id)
const crews = perBatch(crewOf)

export default defineServer({
  serve: [
    serve(dailyLogs, {
      // Customers see what is shared; contacts see the dates of logs, whose other fields are hidden from them.
      visible: ({ user }) => ({
        project_id: within(projects),
        ...(guest(user) && !contact(user) && { shared_at: not(null) }),
      }),
      async may(_, { before }, ctx) {
        if (before) await lockLog(before.id, ctx)
        return true
      },
      derive: (_, before, { user }) => (before ? { date: before.date } : { user_id: user.id }),
      validate: validateLog,
      async afterSave(log, before, ctx) {
        if (!before) await askForWeather(log, ctx)
      },
      // Staff add photos and change their own; those who edit logs change all.
      async mayAttach({ verb, before }, log, ctx) {
        await lockLog(log.id, ctx)
        return editsLogs(ctx.user) || (addsPhotos(ctx.user) && (verb === 'create' || before?.user_id === ctx.user.id))
      },
      seesAttached: (child, { user }) => !contact(user) || (child === attachments && { user_id: user.id }),
      actions: {
        complete,
        share: (log, { now }) => ({ ...log, shared_at: log.shared_at ?? now }),
        unshare: (log) => ({ ...log, shared_at: null }),
        copy_previous: copyPrevious,
      },
      computed: {
        crew: crews,
        crew_total: async (logs, ctx) => (await crews(logs, ctx)).map(totalOf),
        totals: (logs, ctx) => totalsOf(idsOf(logs), ctx),
        pictures: (logs, ctx) => picturesOf(idsOf(logs), ctx),
      },
    }),
    serve(logEntries, {
      visible({ user }) {
        const daily_log_id = within(dailyLogs)
        if (contact(user)) return { daily_log_id, user_id: user.id }
        // Customers never see notes that are issues, nor what is still to be approved.
        return guest(user)
          ? {
              daily_log_id,
              status: 'approved' as const,
              ...anyOf<{ is_issue: boolean | null }>({ is_issue: null }, { is_issue: false }),
            }
          : { daily_log_id }
      },
      may: mayChangeEntry,
      derive: deriveEntry,
      validate: validateEntry,
      async mayAttach({ verb, before }, entry, ctx) {
        await lockLog(entry.daily_log_id, ctx)
        const { user } = ctx
        if (contact(user)) return entry.user_id === user.id && entry.status === 'pending'
        return editsLogs(user) || (addsPhotos(user) && (verb === 'create' || before?.user_id === user.id))
      },
      afterSave: (entry, _, ctx) => tellLog(entry, ctx),
      afterDelete: tellLog,
      actions: { approve: (entry) => ({ ...entry, status: 'approved' as const }) },
    }),
    serve(logRecipients, {}),
    serve(logMailings, { uploads: true, validate: validateMailing, afterSave: mailLogs }),
    fill(projects, { recent_daily_logs: recentLogs }),
  ],
  jobs: weatherJobs,
  subscribe: [tellInjury],
  sample: () => import('./sample.ts'),
})
