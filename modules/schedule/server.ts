import * as z from 'zod/mini'
import { can } from '#core/access/access.ts'
import { choice, date, json, number, ref, text } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { agenda } from './server/agenda.ts'
import { mountConfirmPage } from './server/confirm-page.ts'
import { scheduleEvents, scheduleNotices, scheduleSettings, timeOffBalances } from './entities.ts'
import { draftedBy } from './plan.ts'
import { bigSteps } from './steps.ts'
import { endFeeds, mountFeeds, servedFeeds } from './server/feed-server.ts'
import { hashTokens } from './server/hash-tokens.ts'
import { clear, copyWeek, shift, shiftOne } from './server/move.ts'
import { dayPlans } from '../time/slots.ts'
import { accessEnds } from '../users/slots.ts'
import { dayPlansOf, planned } from './server/planned.ts'
import { leadFirst } from './server/leading.ts'
import { preview } from './server/preview.ts'
import { replace } from './server/replace.ts'
import { answers, reportAnswers } from '../reports/slots.ts'
import { timeOff } from './reports.ts'
import { moveRequest, servedRequests, tellTimeOff, withdrawRequest } from './server/time-off-requests.ts'
import { askTimeOff } from './server/time-off.ts'
import { discard, publish } from './server/publish.ts'
import { askAgain, confirm, decline, leaveOpen } from './server/reply.ts'
import { deriveEvent, forgetBooked, prepareEvents, validateEvent } from './server/rules.ts'
import { projects } from '../projects/entities.ts'
import { addPhase, removeBars, unpublish } from './server/phase-bars.ts'
import { changes, sendNotice, tellDeclined, tellPeople, tellUndone } from './server/telling.ts'
import { leaveDouble, unanswered } from './server/unanswered.ts'
import { visibleEvents } from './server/visibility.ts'
import { workload } from './server/workload.ts'

/** What is asked of several events, and of some days. */
const ids = json(z.array(z.int()))
const within = { from: date().optional(), to: date().optional() }

export default defineServer({
  serve: [
    serve(scheduleEvents, {
      visible: visibleEvents,
      derive: deriveEvent,
      together: prepareEvents,
      validate: validateEvent,
      async afterSave(event, before, ctx) {
        await addPhase(event, before, ctx)
        await moveRequest(event, before, ctx)
      },
      keep: (event, { user }) =>
        event.kind === 'assignment' && event.published_at ? { removed: true, ...draftedBy(user.id, true) } : null,
      async afterDelete(event, ctx) {
        forgetBooked(event, ctx)
        await withdrawRequest(event, ctx)
      },
      undoing: tellUndone,
      actions: {
        confirm: { asks: { date: date().optional() }, run: confirm },
        decline: { asks: { date: date().optional(), reason: text().optional() }, run: decline },
        ask_again: { asks: { date: date() }, run: askAgain },
        leave_open: { asks: { date: date() }, run: leaveOpen },
        shift: { asks: { days: number({ decimals: 0 }) }, run: shiftOne },
        unpublish,
      },
      collectionActions: {
        publish: {
          asks: { ids: ids.optional(), ...within },
          run: (ctx, body) => publish(ctx, body, (people) => tellPeople(people, ctx)),
        },
        discard: { asks: { ids }, run: discard },
        copy_week: {
          asks: { from: date(), to: date(), user_ids: ids.optional(), ids: ids.optional() },
          run: copyWeek,
        },
        shift: { asks: { ids: ids.optional(), from: date().optional() }, run: shift },
        clear: { asks: { ids, from: date(), to: date() }, run: clear },
        replace: { asks: { id: ref('schedule_event'), date: date(), user_id: ref('user') }, run: replace },
        leave_double: { asks: { user_id: ref('user') }, run: leaveDouble },
      },
      queries: {
        changes: { asks: within, run: changes },
        preview: {
          asks: { step: choice(...bigSteps), ...within, days: number({ decimals: 0 }).optional() },
          run: preview,
        },
        agenda: { asks: within, run: agenda },
        planned: { asks: { day: date() }, run: planned },
        unanswered,
        workload: { asks: { from: date(), to: date() }, run: workload },
      },
    }),
    serve(projects, { afterSave: removeBars }),
    // One's own, so that one hears of what the office changes.
    serve(timeOffBalances, { visible: ({ user }) => can('edit', 'users')(user) || { user_id: user.id } }),
    servedFeeds,
    servedRequests,
    serve(scheduleNotices, { visible: ({ user }) => ({ user_id: user.id }) }),
  ],
  fills: [dayPlans(dayPlansOf), accessEnds(endFeeds), reportAnswers(answers(timeOff, askTimeOff))],
  subscribe: [sendNotice, tellDeclined, ...tellTimeOff],
  routes(app, tools) {
    mountConfirmPage(app, tools)
    mountFeeds(app, tools)
  },
  async start(ctx) {
    if (!(await ctx.count(scheduleSettings))) await ctx.save(scheduleSettings, {})
    await hashTokens(ctx)
    await leadFirst(ctx)
  },
})
