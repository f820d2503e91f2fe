import * as z from 'zod/mini'
import { date, json, ref } from '#core/entity/fields.ts'
import { guest } from '#core/access/access.ts'
import { defineServer, not, serve, within, type Ctx } from '#server/define-server.ts'
import { attachments } from '../attachments/entities.ts'
import { handoverParts } from '../handover/slots.ts'
import { messages } from '../messages/entities.ts'
import { projects } from '../projects/entities.ts'
import { answers, reportAnswers } from '../reports/slots.ts'
import { shareable } from '../share-links/slots.ts'
import { crewsOf, totalOf } from './server/crew.ts'
import { dailyLogs, logEntries, logMailings, type LogEntry } from './entities.ts'
import { copiedKinds } from './copies.ts'
import { contact } from './guards.ts'
import { mailLogs, validateMailing } from './server/mailings.ts'
import { missing } from './reports.ts'
import { askMissing } from './server/missing.ts'
import { handedEntries, handedLogs } from './server/handed.ts'
import { recentLogs } from './server/recent.ts'
import { complete, copyPrevious, lockLog, validateEntry, validateLog } from './server/completing.ts'
import { picturesOf, totalsOf } from './server/summaries.ts'
import { tellInjury } from './tell.ts'
import { grantedEntries, grantedLogs, sharedLogs, shownOutside } from './server/shared.ts'
import { askForWeather, weatherJobs } from './server/weather.ts'
import { weatherToday } from './server/weather-today.ts'

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id)
const tellLog = (entry: LogEntry, ctx: Ctx) => ctx.announce(dailyLogs, entry.daily_log_id)

export default defineServer({
  serve: [
    serve(dailyLogs, {
      granted: grantedLogs,
      // Customers see what is shared; contacts see the dates of logs, whose other fields are hidden from them.
      visible: ({ user }) => ({
        project_id: within(projects),
        ...(guest(user) && !contact(user) && { shared_at: not(null) }),
      }),
      async may(_, { before }, ctx) {
        if (before) await lockLog(before.id, ctx)
        return true
      },
      validate: validateLog,
      async afterSave(log, before, ctx) {
        if (!before) await askForWeather(log, ctx)
      },
      async mayAttach(_, log, ctx) {
        await lockLog(log.id, ctx)
        return true
      },
      seesAttached(child, { user }) {
        // Guests see no messages of a log, even of a shared one: staff write them for each other.
        if (child === messages) return !guest(user)
        return !contact(user) || (child === attachments && { user_id: user.id })
      },
      actions: {
        complete,
        copy_previous: {
          asks: { from: date().optional(), kinds: json(z.array(z.enum(copiedKinds))).optional() },
          run: copyPrevious,
        },
      },
      queries: { weather: { asks: { project_id: ref('project') }, run: weatherToday } },
      computed: {
        crew: crewsOf,
        crew_total: async (logs, ctx) => (await crewsOf(logs, ctx)).map(totalOf),
        totals: (logs, ctx) => totalsOf(idsOf(logs), ctx),
        pictures: (logs, ctx) => picturesOf(idsOf(logs), ctx),
      },
    }),
    serve(logEntries, {
      granted: grantedEntries,
      visible({ user }) {
        const daily_log_id = within(dailyLogs)
        if (contact(user)) return { daily_log_id, user_id: user.id }
        return { daily_log_id, ...(guest(user) && shownOutside) }
      },
      async may(_, { before, draft }, ctx) {
        const log = before?.daily_log_id ?? draft.daily_log_id
        if (log) await lockLog(log, ctx)
        return true
      },
      validate: validateEntry,
      async mayAttach(_, entry, ctx) {
        await lockLog(entry.daily_log_id, ctx)
        return true
      },
      afterSave: (entry, _, ctx) => tellLog(entry, ctx),
      afterDelete: tellLog,
    }),
    serve(logMailings, { uploads: true, validate: validateMailing, afterSave: mailLogs }),
    serve(projects, { computed: { recent_daily_logs: recentLogs } }),
  ],
  fills: [
    shareable(sharedLogs),
    reportAnswers(answers(missing, askMissing)),
    handoverParts(handedLogs),
    handoverParts(handedEntries),
  ],
  jobs: weatherJobs,
  subscribe: [tellInjury],
})
