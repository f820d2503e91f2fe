import type { DraftOf } from '#core/entity/entity.ts'
import { addDays, startOfWeek, weekdayOf, type Day } from '#lib/days.ts'
import type { Sample } from '#server/define-server.ts'
import { costCodes, type CostCode } from '../../cost-codes/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { daySignatures, timecards, timeEntries, type Timecard } from '../entities.ts'
import { linesOfDay } from '../day-signatures.ts'
import { splitOf } from '../server/split-of.ts'
import { spanOf } from '../server/weeks.ts'

/** The number of past weeks. */
const WEEKS = 8
/** States whose sites are far enough away for a per diem. */
const FAR = 'OR'
const signature_path = 'M 60 120 L 95 60 L 120 130 L 160 75 L 190 120 L 250 90 L 320 115 L 400 80'
const [MONDAY, THURSDAY, FRIDAY] = [1, 4, 5]
const office = ['admin', 'manager', 'office']
/** Why a day was longer than planned. */
const reasons = ['Finished the pull before the inspection.', 'Unloaded a late delivery.', 'Stayed for the inspector.']
/** Whose foreman has not entered the last day yet. */
const MISSING = ['aisha', 'theo']
/** Who forgot the last day of the week that is being paid. */
const FORGOT = 'theo'

type Draft = DraftOf<typeof timeEntries>

/** The hours of those who are on the schedule, of the office, and the weeks that they make. */
export const sample: Sample = {
  after: ['projects', 'cost-codes', 'users'],
  async seed(ctx, { pick, story }) {
    const { save, all, now } = ctx
    const today = await todayOf(ctx)
    const told = story(today)
    const people = new Map((await all(users)).map((person) => [person.email?.split('@')[0] ?? '', person.id]))
    const jobs = await all(projects, { archived_at: null })
    const codes = Map.groupBy(await all(costCodes, { active: true }), ({ project_id }) => project_id)
    const idOf = (mailbox: string) => people.get(mailbox) ?? 0
    const booked = new Map<number, number>()
    const entries: Draft[] = []
    const enter = (entry: Draft) => {
      entries.push(entry)
      if (entry.cost_code_id) booked.set(entry.cost_code_id, (booked.get(entry.cost_code_id) ?? 0) + (entry.hours ?? 0))
    }
    const ratioOf = ({ id, budget_hours }: CostCode) => (booked.get(id) ?? 0) / (budget_hours ?? 1)
    const days = told.worked
    const forgotten = days.findLast((day) => day < told.monday && told.on(day).some((work) => work.mailbox === FORGOT))
    const isMissing = (mailbox: string, date: Day) =>
      (date === told.lastWorkday && MISSING.includes(mailbox)) || (date === forgotten && mailbox === FORGOT)
    const begun = new Map<number, Day>()
    for (const date of days) {
      const work = told.on(date)
      for (const { mailbox, job, lead, hours, note } of work) {
        const [project, first] = [jobs[job], begun.get(job) ?? date]
        begun.set(job, first)
        if (!project || isMissing(mailbox, date)) continue
        const leader = work.find((one) => one.job === job && one.lead)?.mailbox
        const per_diem = project.address?.state === FAR
        const maker = leader === 'foreman' || leader === 'sam' ? leader : 'office'
        const base = { user_id: idOf(mailbox), date, project_id: project.id, creator_id: idOf(maker) }
        const open = codes.get(project.id) ?? []
        const numbered = (number: string) => open.find((code) => code.number === number)
        const phase = told.phasesOf(job).findLast(({ from }) => from <= date)
        const [main] = open
          .filter((code) => told.codes.stageOf(code.number) === phase?.stage)
          .toSorted((a, b) => ratioOf(a) - ratioOf(b))
        // Work on Saturdays is planned as long as it takes.
        const isLong = hours === 8 && pick(14) === 0
        const total = isLong ? 9.5 : hours
        const notes = isLong ? (reasons[pick(reasons.length)] ?? null) : (note ?? null)
        const isLate = weekdayOf(date) === FRIDAY
        const side =
          date === first
            ? numbered('010')
            : lead && (weekdayOf(date) === MONDAY || weekdayOf(date) === THURSDAY)
              ? numbered('020')
              : !lead && isLate
                ? numbered('030')
                : undefined
        const onSide = !side ? 0 : date === first ? 6 : 2
        if (side) enter({ ...base, per_diem, cost_code_id: side.id, hours: onSide })
        enter({ ...base, per_diem, cost_code_id: main?.id ?? null, hours: total - onSide, notes })
      }
      if (weekdayOf(date) % 6 === 0) continue
      // The office enters its own, so that nobody else there has a crew by it.
      for (const mailbox of office)
        enter({ user_id: idOf(mailbox), date, type: 'admin', hours: 8, creator_id: idOf('office') })
      for (const { mailbox, from, to, title } of told.absences)
        if (from <= date && date <= to)
          enter({ user_id: idOf(mailbox), date, type: 'vacation', hours: 8, notes: title, creator_id: idOf('office') })
    }
    await save(timeEntries, entries)

    // One crew has begun to sign the last day.
    for (const mailbox of told.crewOf(0).slice(0, 2)) {
      const lines = linesOfDay(await all(timeEntries, { user_id: idOf(mailbox), date: told.lastWorkday }))
      const held = { holder_id: idOf('foreman'), entered_id: idOf('foreman') }
      const signed = { user_id: idOf(mailbox), date: told.lastWorkday, signature_path, lines, ...held }
      if (lines.length) await save(daySignatures, signed)
    }
    const first = addDays(startOfWeek(today), -7 * WEEKS)
    const starts = Array.from({ length: WEEKS }, (_, week) => addDays(first, 7 * week))
    for (const [at, start] of starts.entries()) {
      // The week before this one is still being submitted.
      const isLast = at === starts.length - 1
      for (const week of await all(timecards, { week_start: start })) {
        if (isLast && pick(3) === 0) continue
        const submitted = { submitted_id: week.user_id, submitted_at: morningAfter(start, now) }
        await save(timecards, {
          id: week.id,
          ...submitted,
          ...(!isLast && { approved_id: idOf('office'), approved_at: morningAfter(start, now) }),
          ...(!isLast && (await paidOf(week))),
        })
      }
    }

    // What is done fits what was booked: nearly as much as was sold for it, but where it took longer.
    for (const [at, job] of jobs.entries())
      for (const code of codes.get(job.id) ?? []) {
        const actual = booked.get(code.id)
        if (!code.budget_hours || !actual) continue
        const stage = told.codes.stageOf(code.number)
        const own = told.phasesOf(at).filter((phase) => phase.stage === stage)
        const isDone = own.length > 0 ? own.every(({ to }) => to < today) : code.number === '010'
        const percent = Math.ceil((actual / code.budget_hours) * 100)
        const isOver = at === told.codes.over && own.length > 0
        const percent_complete = at === told.codes.done ? 100 : isOver ? 92 : isDone ? 100 : Math.min(99, percent)
        await save(costCodes, { id: code.id, percent_complete })
      }

    async function paidOf(week: Timecard) {
      const weekEntries = await all(timeEntries, { user_id: week.user_id, date: spanOf(week) })
      const { totals, entries: split } = await splitOf(week, weekEntries, ctx)
      return { totals, split }
    }
  },
}

/** Monday at 7 in the morning after a week, as an instant that is not in the future. */
function morningAfter(start: Day, now: string): string {
  const moment = `${addDays(start, 8)}T15:00:00.000Z`
  return moment < now ? moment : now
}
