import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, weekdayOf, type Day } from '#lib/days.ts'
import { coverageOf, shortageOf, shortPhases, type Covering, type Needing } from './coverage.ts'
import { licenses } from './entities.ts'
import { runs } from '../../tests/tier.ts'

/** A Monday. */
const MONDAY = '2027-03-08'
const day = (at: number) => addDays(MONDAY, at)
const week = { from: MONDAY, to: day(6) }
const company = { work_days: [1, 2, 3, 4, 5], off: new Map<Day, string>() }
const phase = (id: number, first: number, last: number, journeyman: number, more: Partial<Needing> = {}): Needing => ({
  id,
  project_id: 1,
  phase_id: id,
  start_date: day(first),
  end_date: day(last),
  headcount: { journeyman, apprentice: 0, laborer: 0 },
  ...more,
})
const on = (user_id: number, first: number, last: number, more: Partial<Covering> = {}): Covering => ({
  user_id,
  project_id: 1,
  phase_id: null,
  start_date: day(first),
  end_date: day(last),
  days: null,
  ...more,
})
const journeyman = () => 'journeyman'
const shortIn = (bars: Needing[], assignments: Covering[], licenseOf: (id: number) => string | null = journeyman) =>
  [...coverageOf(bars, assignments, licenseOf, week, company)].map(([{ id }, days]) => {
    const short = shortageOf(days.values())
    return [id, short?.days ?? 0, short?.missing.journeyman ?? 0]
  })

test('one person on one day does not fill two phases that need one all week', () => {
  expect(shortIn([phase(1, 0, 4, 1), phase(2, 0, 4, 1)], [on(1, 2, 2)])).toEqual([
    [1, 4, 1],
    [2, 5, 1],
  ])
})

test('without a phase one covers those of the job that begin first, and a phase of one’s own before that', () => {
  const bars = [phase(1, 0, 4, 1), phase(2, 1, 4, 1)]
  expect(shortIn(bars, [on(1, 0, 4)])).toEqual([
    [1, 0, 0],
    [2, 4, 1],
  ])
  expect(shortIn(bars, [on(1, 0, 4), on(2, 0, 4, { phase_id: 1 })])).toEqual([
    [1, 0, 0],
    [2, 0, 0],
  ])
})

test('declined days, people elsewhere and people of another license cover nothing; two jobs a day count once', () => {
  const bars = [phase(1, 0, 4, 1), phase(2, 0, 4, 1, { project_id: 2 })]
  expect(shortIn(bars, [on(1, 0, 4, { declined: [day(1)] }), on(1, 0, 4, { project_id: 2 })])).toEqual([
    [1, 1, 1],
    [2, 4, 1],
  ])
  const answers = [{ date: day(0), confirmed_at: null, declined_at: '2027-03-01T00:00:00Z', declined_reason: 'x' }]
  expect(shortIn([phase(1, 0, 4, 1)], [on(1, 0, 4, { answers })])).toEqual([[1, 1, 1]])
  // What was changed since is asked again.
  expect(shortIn([phase(1, 0, 4, 1)], [on(1, 0, 4, { answers, draft: true })])).toEqual([[1, 0, 0]])
  expect(shortIn([phase(1, 0, 4, 1)], [on(1, 0, 4, { removed: true })])).toEqual([[1, 5, 1]])
  for (const license of ['apprentice', null])
    expect(shortIn([phase(1, 0, 4, 1)], [on(1, 0, 4)], () => license)).toEqual([[1, 5, 1]])
})

test('who left, or may not be scheduled, covers nothing', () => {
  const staff = (active: boolean, schedulable: boolean) =>
    new Map([[1, { license: 'journeyman', active, schedulable }]])
  const lacking = (active: boolean, schedulable: boolean) =>
    shortPhases([phase(1, 0, 4, 1)], [on(1, 0, 4)], staff(active, schedulable), week, company).map(({ days }) => days)
  expect([lacking(true, true), lacking(false, true), lacking(true, false)]).toEqual([[], [5], [5]])
})

/** The same with a list of who is left, day by day, as one would count on paper. */
function slowly(bars: readonly Needing[], assignments: readonly Covering[], licenseOf: (id: number) => string | null) {
  const isOn = (one: Covering | Needing, at: Day, mask: readonly number[] = company.work_days) =>
    one.start_date <= at && one.end_date >= at && (one.start_date === one.end_date || mask.includes(weekdayOf(at)))
  const lacking = new Map(bars.map((bar) => [bar, new Map<Day, number[]>()]))
  for (let at = week.from; at <= week.to; at = addDays(at, 1)) {
    const open = bars
      .filter((bar) => isOn(bar, at))
      .toSorted((a, b) => a.start_date.localeCompare(b.start_date) || a.id - b.id)
      .map((bar) => ({ bar, lacks: licenses.map((one) => bar.headcount[one]) }))
    // A phase of one's own first, then what begins first.
    const ranked = assignments.toSorted(
      (a, b) =>
        daysBetween(b.start_date, a.start_date) ||
        (a.project_id ?? 0) - (b.project_id ?? 0) ||
        (a.phase_id ?? 0) - (b.phase_id ?? 0),
    )
    const named = [true, false].flatMap((own) => ranked.filter(({ phase_id }) => (phase_id !== null) === own))
    const done: number[] = []
    for (const one of named) {
      const index = licenses.findIndex((license) => license === licenseOf(one.user_id))
      if (index < 0 || done.includes(one.user_id) || !isOn(one, at, one.days ?? undefined)) continue
      if (one.declined?.includes(at)) continue
      const found = open.find(
        ({ bar, lacks }) =>
          bar.project_id === one.project_id &&
          (one.phase_id === null || bar.phase_id === one.phase_id) &&
          (lacks[index] ?? 0) > 0,
      )
      if (!found) continue
      found.lacks[index] = (found.lacks[index] ?? 0) - 1
      done.push(one.user_id)
    }
    for (const { bar, lacks } of open) lacking.get(bar)?.set(at, lacks)
  }
  return lacking
}

test('whatever is planned, it is what counting people day by day finds', () => {
  const at = fc.integer({ min: -4, max: 9 })
  const span = fc.tuple(at, fc.nat(8))
  const bars = fc.array(
    fc.record({ span, job: fc.nat(1), stage: fc.nat(2), heads: fc.tuple(fc.nat(2), fc.nat(1), fc.nat(2)) }),
    { maxLength: 6 },
  )
  const assignments = fc.array(
    fc.record({
      user_id: fc.nat(5),
      span,
      job: fc.nat(1),
      phase_id: fc.option(fc.nat(2)),
      days: fc.option(fc.uniqueArray(fc.nat(6), { minLength: 1 })),
      declined: fc.array(at.map(day), { maxLength: 3 }),
    }),
    { maxLength: 10 },
  )
  const people = fc.array(fc.constantFrom<string | null>(...licenses, null), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(bars, assignments, people, (drawn, planned, team) => {
      const needing = drawn.map(({ span: [first, length], job, stage, heads: [journeyman, apprentice, laborer] }, id) =>
        phase(id, first, first + length, 0, {
          project_id: job,
          phase_id: stage,
          headcount: { journeyman, apprentice, laborer },
        }),
      )
      const covering = planned.map(({ user_id, span: [first, length], job, ...more }) =>
        on(user_id, first, first + length, { project_id: job, ...more }),
      )
      const licenseOf = (id: number) => team[id] ?? null
      const found = coverageOf(needing, covering, licenseOf, week, company)
      const slow = slowly(needing, covering, licenseOf)
      for (const bar of needing)
        expect([...(found.get(bar) ?? [])].map(([date, lacks]) => [date, licenses.map((one) => lacks[one])])).toEqual([
          ...(slow.get(bar) ?? []),
        ])
      // In whatever order they are read, the bench, the chart and Home list what the count leaves.
      const staff = new Map(team.map((license, id) => [id, { license, active: true, schedulable: true }]))
      const short = shortPhases(needing.toReversed(), covering.toReversed(), staff, week, company)
      const counted = needing.flatMap(({ id }, at) => {
        const days = [...(slow.get(needing[at] ?? phase(0, 0, 0, 0))?.values() ?? [])]
        const sum = days.flat().reduce((all, one) => all + one, 0)
        return sum ? [[id, sum]] : []
      })
      expect(short.map(({ bar, days }) => [bar.id, days]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual(counted)
    }),
    { numRuns: runs(300) },
  )
})
