import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, startOfWeek, weekdayOf, type Day } from '#lib/days.ts'
import { overBudget, type ProjectHours } from '#lib/hours-at-completion.ts'
import { roundHours } from '#lib/numbers.ts'
import { holidayOn } from '#lib/overtime/holidays.ts'
import { defaultRules, rulesIn } from '#lib/overtime/rules.ts'
import type { CostCode } from '#modules/cost-codes/entities.ts'
import type { DailyLog } from '#modules/daily-logs/entities.ts'
import type { DrawingSheet } from '#modules/drawings/entities.ts'
import type { ExtraWork } from '#modules/extra-work/entities.ts'
import type { Project } from '#modules/projects/entities.ts'
import type { PunchItem } from '#modules/punch-items/entities.ts'
import type { Rfi } from '#modules/rfis/entities.ts'
import type { CalendarEvent, PhaseBar, PlannedDay, ScheduleEvent } from '#modules/schedule/entities.ts'
import type { Task } from '#modules/tasks/entities.ts'
import type { TimeEntry } from '#modules/time/entities.ts'
import type { User } from '#modules/users/entities.ts'
import { createTestClock } from './clock/test-clock.ts'
import { createTestWorld } from './harness.ts'
import { sampleSqlite } from './sample.ts'
import { isBrief } from './tier.ts'

/** How many days before this week's Monday hours are told of. */
const BACK = 56
/** How far sold hours may be from those of the people and days of a job's phases. */
const [LEAST, MOST] = [0.8, 1.35]
/** Longer days than the planned one say why, and none is longer than this. */
const LONGEST = 10
/** For how many days questions are asked before a job begins. */
const AHEAD = 60

const calendars = [defaultRules.other, rulesIn(defaultRules, 'WA')]
const isHoliday = (day: Day) => calendars.some((calendar) => holidayOn(calendar, day) !== null)
const isWeekend = (day: Day) => weekdayOf(day) % 6 === 0
const sumOf = <T>(all: readonly T[], of: (one: T) => number) => roundHours(all.reduce((sum, one) => sum + of(one), 0))
const spanOf = (from: Day, to: Day): Day[] => {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** What the administrator reads of the company as it is seeded at a time. */
async function readStory(when: Parameters<typeof createTestClock>[0]) {
  const clock = createTestClock(when)
  const world = await createTestWorld({ database: await sampleSqlite(clock) })
  try {
    const admin = await world.signIn('admin@plumbline.test')
    const all = async <T>(path: string): Promise<T[]> => {
      const { status, data } = await admin.get(`/api/${path}`)
      if (status !== 200) throw new Error(`${path}: ${status}`)
      return data
    }
    const today = clock.day()
    const from = addDays(startOfWeek(today), 1 - BACK)
    const projects = await all<Project>('projects')
    const each = async <T>(path: string) =>
      (await Promise.all(projects.map(({ id }) => all<T>(`projects/${id}/${path}`)))).flat()
    const events = await all<ScheduleEvent>('schedule_events')
    const planned: PlannedDay[] = []
    for (const day of spanOf(from, addDays(today, 20)))
      planned.push((await admin.get(`/api/schedule_events/planned?day=${day}`)).data)
    return {
      today,
      projects,
      planned,
      users: await all<User>('users'),
      entries: await all<TimeEntry>(`time_entries?from=${from}`),
      bars: events.filter((event): event is PhaseBar => event.kind === 'phase'),
      calendar: events.filter((event): event is CalendarEvent => event.kind === 'calendar'),
      atCompletion: await all<ProjectHours>('time_entries/at_completion'),
      codes: await each<CostCode>('cost_codes'),
      logs: await each<DailyLog>('daily_logs'),
      sheets: await each<DrawingSheet>('drawing_sheets'),
      punchItems: await each<PunchItem>('punch_items'),
      tasks: await each<Task>('tasks'),
      rfis: await each<Rfi>('rfis'),
      tickets: await each<ExtraWork>('extra_work'),
    }
  } finally {
    await world.close()
  }
}

/** Days on which it must be a story as well: with nobody at work today, before a holiday or after one. */
const days = [
  ['the day of the run', undefined],
  ['a Monday', '2027-03-08 09:00'],
  ['a Saturday', '2027-07-31 10:00'],
  ['New Year’s Eve', '2026-12-31 19:00'],
  ['Thanksgiving', '2026-11-26 08:00'],
  ['the Monday of its week', '2026-11-23 08:00'],
  ['a Thursday', '2027-06-24 15:00'],
  ['a Sunday', '2027-08-01 10:00'],
  ['New Year’s Day', '2027-01-01 08:00'],
  ['the day after Labor Day', '2027-09-07 08:00'],
] as const
// A company is seeded for each, which takes seconds: `npm test` reads that of the day of the run, which all tests share.
describe.each(days.slice(0, isBrief ? 1 : days.length))('the sample company on %s', (_, when) => {
  let story: Awaited<ReturnType<typeof readStory>>
  const teamOf = (id: number | null) =>
    story.projects.find((project) => project.id === id)?.project_users.map(({ user_id }) => user_id) ?? []
  const named = (id: number | null) => story.users.find((user) => user.id === id)?.name ?? null
  const past = () => story.planned.filter(({ day }) => day < story.today)
  const booked = (user_id: number, date: Day) =>
    story.entries.filter((entry) => entry.user_id === user_id && entry.date === date)
  const closed = () =>
    new Set(
      story.calendar
        .filter(({ type, everyone }) => type === 'holiday' && everyone)
        .flatMap(({ start_date, end_date }) => spanOf(start_date ?? '', end_date ?? '')),
    )
  beforeAll(async () => {
    story = await readStory(when)
  })

  test('who is planned has hours there, but for two on the last day, one in the week being paid, and somebody lent', () => {
    const lacking = past().flatMap(({ day, work }) =>
      work.flatMap(({ user_id, project_id, hours }) => {
        const own = booked(user_id, day)
        const there = sumOf(
          own.filter((entry) => entry.project_id === project_id || entry.type === 'vacation'),
          (e) => e.hours,
        )
        if (there >= hours) return []
        return [own.length ? `${day} ${named(user_id)} elsewhere` : `${day} ${named(user_id)} missing`]
      }),
    )
    const missing = lacking.filter((line) => line.endsWith('missing'))
    const names = new Set(missing.map((line) => line.slice('2026-11-26 '.length)))
    // On Mondays both are the same day.
    expect(missing.length).toBeLessThanOrEqual(3)
    expect([...names].toSorted()).toEqual(['Aisha Kone missing', 'Theo Brandt missing'])
    expect(lacking.filter((line) => line.endsWith('elsewhere'))).toEqual([expect.stringContaining('Theo Brandt')])
  })

  test('who has hours on a job was planned there, or lent', () => {
    const unplanned = story.entries.flatMap(({ user_id, project_id, date }) => {
      const day = story.planned.find((one) => one.day === date)
      const isPlanned = day?.work.some((one) => one.user_id === user_id && one.project_id === project_id)
      return project_id === null || isPlanned ? [] : [`${date} ${named(user_id)}`]
    })
    expect(new Set(unplanned).size).toBeLessThanOrEqual(3)
    expect(unplanned.filter((line) => !/Theo Brandt|Nell Abbott/.test(line))).toEqual([])
  })

  test('a day on which the company works is planned and has hours, another has neither', () => {
    const off = closed()
    const isOff = (day: Day) => isHoliday(day) || off.has(day)
    for (const { day, work } of story.planned) {
      const hours = story.entries.filter(({ date, type }) => date === day && type !== 'vacation')
      if (isOff(day)) expect([day, work.length, hours.length]).toEqual([day, 0, 0])
      else if (isWeekend(day)) expect(hours.length > 0 && work.length === 0, day).toBe(false)
      else if (day < story.today) expect([day, work.length > 3, hours.length > 3]).toEqual([day, true, true])
    }
    expect(story.entries.filter(({ date }) => date >= story.today)).toEqual([])
    const onToday = story.planned.find(({ day }) => day === story.today)?.work.length ?? 0
    expect(onToday > 0).toBe(!isOff(story.today) && !isWeekend(story.today))
  })

  test('days are eight hours, or say why they are longer', () => {
    const byDay = Map.groupBy(story.entries, ({ user_id, date }) => `${date} ${named(user_id)}`)
    const long = [...byDay].flatMap(([key, own]) => {
      const hours = sumOf(own, (entry) => entry.hours)
      return hours > 8 && !own.some(({ notes }) => notes) ? [key] : hours > LONGEST ? [key] : []
    })
    expect(long).toEqual([])
    expect([...byDay].filter(([, own]) => sumOf(own, ({ hours }) => hours) > 8).length).toBeGreaterThan(3)
  })

  test('time that is entered for others is entered by who led them, or by the office', () => {
    const strange = story.entries.filter(({ creator_id, user_id, date, project_id }) => {
      const maker = story.users.find(({ id }) => id === creator_id)
      if (creator_id === user_id || maker?.role === 'office_staff' || maker?.role === 'project_manager') return false
      const there = booked(creator_id, date)
      return !there.some((entry) => entry.project_id === project_id)
    })
    expect(strange.map(({ date, user_id }) => `${date} ${named(user_id)}`)).toEqual([])
  })

  test('daily logs name who worked, with the hours of their time', () => {
    const finished = story.logs.filter(({ date, completed_at }) => date < story.today && completed_at)
    expect(finished.length).toBeGreaterThan(15)
    for (const log of finished) {
      const own = story.entries.filter(({ project_id, date }) => project_id === log.project_id && date === log.date)
      const hours = sumOf(own, (entry) => entry.hours)
      const people = new Set(own.map(({ user_id }) => user_id))
      expect([log.date, log.crew_total]).toEqual([log.date, { people: people.size, hours }])
      expect(people.size).toBeGreaterThan(0)
      expect(new Set(log.signed_crew?.map(({ user_id }) => user_id))).toEqual(people)
      expect(people.has(log.user_id) || named(log.user_id) === 'Ray Ochoa', `${log.date} ${named(log.user_id)}`).toBe(
        true,
      )
    }
    const drafts = story.logs.filter(({ completed_at }) => !completed_at).map(({ date }) => date)
    expect(drafts.length).toBeGreaterThan(0)
    for (const day of drafts) expect(isWeekend(day) || isHoliday(day)).toBe(false)
  })

  test('sold hours are those of a job’s people and dates', () => {
    const off = closed()
    const byJob = Map.groupBy(story.bars, ({ project_id }) => project_id)
    for (const [id, bars] of byJob) {
      const hours = sumOf(bars, ({ start_date, end_date, headcount }) => {
        const days = spanOf(start_date, end_date).filter((day) => !isWeekend(day) && !isHoliday(day) && !off.has(day))
        return days.length * 8 * sumOf(Object.values(headcount ?? {}), (people) => people ?? 0)
      })
      const budget = sumOf(
        story.codes.filter(({ project_id }) => project_id === id),
        ({ budget_hours }) => budget_hours ?? 0,
      )
      const job = story.projects.find((project) => project.id === id)
      expect(budget / hours, `${job?.name}: ${budget} h for ${hours} h`).toBeGreaterThan(LEAST)
      expect(budget / hours, `${job?.name}: ${budget} h for ${hours} h`).toBeLessThan(MOST)
      const own = new Set(job?.project_phases.map(({ phase_id }) => phase_id))
      expect(bars.filter(({ phase_id }) => !own.has(phase_id)).map(() => job?.name)).toEqual([])
    }
    const backlog = sumOf(
      story.codes.filter(({ project_id }) => !byJob.has(project_id)),
      (code) => code.budget_hours ?? 0,
    )
    expect(backlog).toBeLessThan(16_000)
  })

  test('one job is over its hours, one is done below them, and others are on their way', () => {
    const over = story.atCompletion.filter((job) => overBudget(job) !== null)
    expect(over.map(({ name }) => name)).toEqual(['Columbia Point Elementary'])
    const [job] = over
    expect((overBudget(job as ProjectHours) ?? 0) / (job?.budget ?? 1)).toBeGreaterThan(0.1)
    const done = story.atCompletion.find(({ name }) => name === 'Badger Mountain Elementary')
    expect(done).toMatchObject({ percent: 100 })
    expect((done?.actual ?? 0) / (done?.budget ?? 1)).toBeGreaterThan(0.75)
    expect((done?.actual ?? 0) / (done?.budget ?? 1)).toBeLessThan(1)
    for (const { start_date, end_date, percent_complete, project_name } of story.bars) {
      const [isBegun, isEnded] = [start_date < story.today, end_date < story.today]
      expect([project_name, start_date, percent_complete > 0]).toEqual([project_name, start_date, isBegun])
      if (isEnded) expect(percent_complete).toBeGreaterThan(90)
    }
    expect(
      story.codes.filter(({ percent_complete, booked_hours }) => (percent_complete ?? 0) > 0 && !booked_hours),
    ).toEqual([])
  })

  test('nobody meets, delivers or owes something on a day off', () => {
    const off = closed()
    const isOff = (day: Day | null | undefined) => !!day && (isWeekend(day) || isHoliday(day) || off.has(day))
    const dated = [
      ...story.calendar
        .filter(({ type }) => type !== 'holiday')
        .map(({ title, start_date }) => [title, start_date] as const),
      ...story.rfis.map(({ title, due_date }) => [title, due_date] as const),
      ...story.tasks.map(({ title, due_date }) => [title, due_date] as const),
      ...story.punchItems.map(({ title, due_date }) => [title, due_date] as const),
      ...story.tickets.map(({ title, date }) => [title, date] as const),
    ]
    expect(dated.length).toBeGreaterThan(50)
    expect(dated.filter(([, day]) => isOff(day))).toEqual([])
  })

  test('who is planned, holds an item or writes a log is on the job', () => {
    const strangers = [
      ...story.planned.flatMap(({ work }) => work),
      ...story.punchItems.map(({ project_id, assigned_id }) => ({ project_id, user_id: assigned_id })),
      ...story.tasks.map(({ project_id, assigned_id }) => ({ project_id, user_id: assigned_id })),
      ...story.rfis.map(({ project_id, user_id }) => ({ project_id, user_id })),
      ...story.logs.map(({ project_id, user_id }) => ({ project_id, user_id })),
    ].flatMap(({ project_id, user_id }) =>
      user_id === null || teamOf(project_id).includes(user_id) ? [] : [`${project_id}: ${named(user_id)}`],
    )
    expect([...new Set(strangers)]).toEqual([])
  })

  test('what is due lies within the dates of its job, whose sheets have what is asked about', () => {
    const ends = new Map<number, [Day, Day]>()
    for (const { project_id, start_date, end_date } of story.bars) {
      const [from, to] = ends.get(project_id ?? 0) ?? [start_date, end_date]
      ends.set(project_id ?? 0, [from < start_date ? from : start_date, to > end_date ? to : end_date])
    }
    const outside = [...story.rfis, ...story.tasks, ...story.punchItems].flatMap(({ project_id, due_date, title }) => {
      const [from, to] = ends.get(project_id) ?? ['', '']
      // Questions are asked some weeks before work begins.
      return due_date && (due_date < addDays(from, -AHEAD) || due_date > to)
        ? [`${project_id}: ${title}, ${due_date}`]
        : []
    })
    expect(outside).toEqual([])
    const numberOf = (id: number | null) => story.sheets.find((sheet) => sheet.id === id)?.number
    const misplaced = story.rfis.flatMap(({ question, drawing_sheet_id, title }) => {
      const [, sheet] = /Sheet (E\d\.\d)/.exec(question) ?? []
      const own = numberOf(drawing_sheet_id)
      return own && sheet && own !== sheet
        ? [`${title} on ${own}`]
        : own && /LP-2/.test(title) && own !== 'E2.1'
          ? [title]
          : []
    })
    expect(misplaced).toEqual([])
  })
})
