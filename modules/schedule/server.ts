import { defineServer, serve } from '#server/define-server.ts'
import { agenda } from './server/agenda.ts'
import { mountConfirmPage } from './server/confirm-page.ts'
import { scheduleEvents, scheduleNotices, scheduleSettings } from './entities.ts'
import { draftedBy } from './plan.ts'
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

export default defineServer({
  serve: [
    serve(scheduleEvents, {
      visible: visibleEvents,
      derive: deriveEvent,
      prepare: prepareEvents,
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
      actions: { confirm, decline, ask_again: askAgain, leave_open: leaveOpen, shift: shiftOne, unpublish },
      collectionActions: {
        publish: (ctx, body) => publish(ctx, body, (people) => tellPeople(people, ctx)),
        discard,
        copy_week: copyWeek,
        shift,
        clear,
        replace,
        leave_double: leaveDouble,
      },
      queries: { changes, preview, agenda, planned, unanswered, workload },
    }),
    serve(projects, { afterSave: removeBars }),
    serve(scheduleSettings, {}),
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
