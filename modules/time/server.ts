import * as z from 'zod/mini'
import { choice, date, json, ref } from '#core/entity/fields.ts'
import type { Id } from '#core/access/access.ts'
import { roundHours } from '#lib/numbers.ts'
import { between, defineServer, not, serve, type Ctx } from '#server/define-server.ts'
import { costCodes } from '../cost-codes/entities.ts'
import { sampleParts } from '../projects/slots.ts'
import { answers, reportAnswers } from '../reports/slots.ts'
import { daySignatures, timecards, timeEntries, type CodeHours, type TimeEntry } from './entities.ts'
import { stateOf, type WeekState } from './guards.ts'
import { derive, mayWrite, createOrUnsubmitWeek, prepare, validate } from './server/entry-rules.ts'
import { atCompletion } from './server/at-completion.ts'
import { crew } from './server/crew.ts'
import { heldChanges, HELD_DAYS } from './held.ts'
import { mountHeld } from './server/held.ts'
import { led } from './server/led.ts'
import { serving as daySigning } from './server/day-signatures.ts'
import { askJobCost } from './server/job-cost.ts'
import { linkWeeks } from './server/link-weeks.ts'
import { missing } from './server/missing.ts'
import { reviewAll } from './server/review-all.ts'
import {
  tellAnswered,
  tellApproved,
  tellDisputed,
  tellReopened,
  tellSentBack,
  tellSettled,
  tellSigned,
} from './server/tell-weeks.ts'
import { hoursByWeek, jobCost, overtime } from './reports.ts'
import { askHoursByWeek } from './server/hours-by-week.ts'
import { askOvertime } from './server/overtime.ts'
import { visibleHeld, visibleTime, visibleWeeks } from './server/visibility.ts'
import * as weeks from './server/week-rules.ts'
import { sampleHours } from './server/sample-hours.ts'

/** The cost codes of the entries, in one query. */
async function codesOf(entries: readonly TimeEntry[], { all }: Ctx) {
  const ids = [...new Set(entries.flatMap(({ cost_code_id }) => cost_code_id ?? []))]
  const codes = ids.length ? await all(costCodes, { id: ids }) : []
  return new Map<Id, (typeof codes)[number]>(codes.map((code) => [code.id, code]))
}

export default defineServer({
  serve: [
    serve(timeEntries, {
      visible: visibleTime,
      may: mayWrite,
      derive,
      together: prepare,
      validate,
      afterSave: createOrUnsubmitWeek,
      afterDelete: (entry, ctx) => createOrUnsubmitWeek(entry, null, ctx),
      queries: {
        by_code: {
          asks: { project_id: ref('project') },
          async run({ groups }, { project_id }): Promise<CodeHours[]> {
            const where = { project_id: Number(project_id) || 0, cost_code_id: not(null) }
            const codes = await groups(timeEntries, { by: ['cost_code_id'], where, sum: ['hours'] })
            return codes.flatMap(({ cost_code_id, sum }) =>
              cost_code_id === null ? [] : [{ cost_code_id, hours: roundHours(sum.hours) }],
            )
          },
        },
        at_completion: atCompletion,
        missing: { asks: { day: date(), back: choice('1').optional() }, run: missing },
        led: { asks: { from: date(), to: date() }, run: led },
        crew: { asks: { day: date() }, run: crew },
      },
      collectionActions: { review_all: { asks: { ids: json(z.array(z.int())) }, run: reviewAll } },
      computed: {
        project: (entries) =>
          entries.map(({ project_id, project_name, project_number }) =>
            project_id && project_name !== null && project_number !== null
              ? { id: project_id, name: project_name, number: project_number }
              : null,
          ),
        async status(entries, ctx) {
          const ids = [...new Set(entries.flatMap(({ week_id }) => week_id ?? []))]
          const weeks = ids.length ? await ctx.all(timecards, { id: ids }) : []
          const states = new Map<Id | null, WeekState>(weeks.map((week) => [week.id, stateOf(week)]))
          return entries.map(({ week_id }) => {
            const state = states.get(week_id) ?? 'open'
            return state === 'rejected' ? 'open' : state
          })
        },
        async cost_code(entries, ctx) {
          const codes = await codesOf(entries, ctx)
          return entries.map(({ cost_code_id }) => {
            const code = cost_code_id ? codes.get(cost_code_id) : undefined
            if (!code) return null
            const { id, number, name, category_number, category_name } = code
            return { id, number, name, category_number, category_name }
          })
        },
      },
    }),
    serve(timecards, {
      visible: visibleWeeks,
      may: weeks.mayChange,
      validate: weeks.validate,
      actions: weeks.actions,
    }),
    serve(daySignatures, daySigning),
    serve(heldChanges, { visible: visibleHeld }),
  ],
  fills: [
    sampleParts(sampleHours),
    reportAnswers(answers(jobCost, askJobCost)),
    reportAnswers(answers(hoursByWeek, askHoursByWeek)),
    reportAnswers(answers(overtime, askOvertime)),
  ],
  routes: mountHeld,
  retention: [
    {
      name: 'What devices said they hold',
      entity: heldChanges,
      days: HELD_DAYS,
      expired: (before) => ({ created_at: between(null, before) }),
    },
  ],
  subscribe: [tellDisputed, tellSettled, tellAnswered, tellApproved, tellSentBack, tellReopened, tellSigned],
  start: linkWeeks,
})
