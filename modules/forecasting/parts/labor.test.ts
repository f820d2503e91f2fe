import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, weekdayOf, type Day } from '#lib/days.ts'
import { licenses, type Workload } from '../../schedule/entities.ts'
import { shortPhases } from '../../schedule/coverage.ts'
import { laborRows } from './labor-figures.ts'
import { laborForecast, partsOf, type Asked, type License } from './labor.ts'
import { runs } from '../../../tests/tier.ts'

/** A Sunday. */
const FROM = '2027-03-07'
const day = (at: number) => addDays(FROM, at)
const empty: Workload = { bars: [], people: [], away: [], assignments: [], work_days: [1, 2, 3, 4, 5], off: [] }
const bar = (id: number, first: number, last: number, headcount: Partial<Record<License, number>>, project_id = 1) => ({
  id,
  project_id,
  phase_id: 1,
  start_date: day(first),
  end_date: day(last),
  tentative: false,
  headcount: { journeyman: 0, apprentice: 0, laborer: 0, ...headcount },
})
const asked: Asked = { from: FROM, weeks: 3, tentative: true }
const person = (id: number, license: string | null) => ({ id, license })
const assigned = (user_id: number, first: number, last: number, more: object = {}) => ({
  user_id,
  project_id: 1,
  phase_id: null,
  start_date: day(first),
  end_date: day(last),
  days: null,
  hours: 8,
  ...more,
})

/** What a scenario leaves as it is planned. */
const same = { shifts: new Map<number, number>(), won: new Set<number>(), lost: new Set<number>(), hires: [] }

describe('who is missing', () => {
  test('a phase counts in each week that holds one of its work days', () => {
    // From Friday to the Saturday a week later, and a weekend that nobody works.
    const load = { ...empty, bars: [bar(1, 5, 13, { journeyman: 2 }), bar(2, 13, 14, { journeyman: 5 })] }
    expect(laborForecast(load, asked).map(({ all }) => all.need)).toEqual([2, 2, 0])
    const single = { ...empty, bars: [bar(1, 6, 6, { journeyman: 1 })] }
    expect(laborForecast(single, asked).map(({ all }) => all.need)).toEqual([1, 0, 0])
  })

  test('a gap of one license is not filled by people of another', () => {
    const people = [person(1, 'apprentice'), person(2, 'apprentice'), person(3, null)]
    const [week] = laborForecast({ ...empty, people, bars: [bar(1, 1, 5, { journeyman: 2 })] }, asked)
    expect(week?.licenses.journeyman).toMatchObject({ need: 2, available: 0, gap: 2 })
    expect(week?.licenses.apprentice).toMatchObject({ need: 0, available: 2, gap: 0 })
    expect(week?.all).toMatchObject({ need: 2, available: 2, gap: 2 })
  })

  test('a holiday of four hours takes half of a day, of people and of what they are used for', () => {
    const load = { ...empty, people: [person(1, 'laborer')], short: { [day(1)]: 4 } }
    const [week] = laborForecast({ ...load, assignments: [assigned(1, 1, 1)] }, asked)
    expect(week?.licenses.laborer).toMatchObject({ available: 0.9, utilization: 11 })
  })

  test('whole weeks of time off and holidays by days leave fewer people', () => {
    const load = {
      ...empty,
      people: [person(1, 'laborer'), person(2, 'laborer')],
      away: [
        { user_id: 1, from: day(1), to: day(5) },
        { user_id: 2, from: day(8), to: day(11) },
      ],
      off: [day(15)],
    }
    expect(laborForecast(load, asked).map(({ licenses: { laborer } }) => laborer.available)).toEqual([1, 2, 1.6])
  })

  test('hours off leave the other hours of the day, of what is available and of what is used', () => {
    const people = [person(1, 'laborer')]
    const partly = [{ user_id: 1, from: day(1), to: day(2), hours: 4 }]
    const assignments = [assigned(1, 1, 2)]
    const [week] = laborForecast({ ...empty, people, partly, assignments }, asked)
    // One of four days; of five it was 40 percent without the hours off.
    expect(week?.licenses.laborer).toMatchObject({ available: 1, utilization: 25 })
    expect(partsOf({ ...empty, people, partly }, asked, 0).present).toMatchObject([{ days: 4, away: 1 }])
    const all = [{ user_id: 1, from: day(1), to: day(5), hours: 8 }]
    expect(laborForecast({ ...empty, people, partly: all }, asked)[0]?.licenses.laborer.available).toBe(0)
  })

  test('tentative phases count as long as they are included', () => {
    const load = { ...empty, bars: [{ ...bar(1, 1, 5, { laborer: 4 }), tentative: true }] }
    expect(laborForecast(load, asked)[0]?.all.gap).toBe(4)
    expect(laborForecast(load, { ...asked, tentative: false })[0]?.all.gap).toBe(0)
  })

  test('a person-day is used once at most, however many hours are planned on it', () => {
    const load = {
      ...empty,
      people: [person(1, 'journeyman'), person(2, 'journeyman')],
      assignments: [assigned(1, 1, 5), assigned(1, 1, 5, { hours: 10 }), assigned(2, 1, 5, { hours: 4, days: [1] })],
    }
    // Five days of one, and half a day of the other, of ten.
    expect(laborForecast(load, asked)[0]?.all.utilization).toBe(55)
    const declining = { ...load, assignments: [assigned(1, 1, 5, { declined: [day(2)] })] }
    expect(laborForecast(declining, asked)[0]?.all.utilization).toBe(40)
  })

  test('work on days off does not count as used, and without anybody there is no figure', () => {
    const load = { ...empty, people: [person(1, 'journeyman')], assignments: [assigned(1, 6, 6)] }
    expect(laborForecast(load, asked)[0]?.all.utilization).toBe(0)
    expect(laborForecast(empty, asked)[0]?.all.utilization).toBeNull()
  })

  test('the phases that lack people are listed by license, less who is on the job', () => {
    const load = {
      ...empty,
      people: [person(1, 'journeyman'), person(2, 'apprentice')],
      bars: [bar(7, 1, 12, { journeyman: 2, apprentice: 1 }), bar(8, 1, 5, { laborer: 1 }, 2)],
      assignments: [assigned(1, 1, 5), assigned(2, 1, 12, { phase_id: 1 }), assigned(2, 1, 12, { phase_id: 9 })],
    }
    const [first, second] = laborForecast(load, asked)
    expect(first?.unfilled.map(({ id, missing }) => [id, missing])).toEqual([
      [7, { journeyman: 1, apprentice: 0, laborer: 0 }],
      [8, { journeyman: 0, apprentice: 0, laborer: 1 }],
    ])
    expect(second?.unfilled.map(({ id, missing }) => [id, missing.journeyman])).toEqual([[7, 2]])
  })

  test('a day covers itself alone: not the other days of its week, and no other phase of the job', () => {
    const people = [person(1, 'journeyman'), person(2, 'journeyman')]
    const bars = [bar(7, 1, 12, { journeyman: 2 })]
    const missingWith = (...assignments: Workload['assignments'][number][]) =>
      laborForecast({ ...empty, people, bars, assignments }, asked).map(({ unfilled }) =>
        unfilled.map(({ missing, days }) => [missing.journeyman, days]),
      )
    expect(missingWith(assigned(1, 3, 3))).toEqual([[[2, 9]], [[2, 10]], []])
    expect(missingWith(assigned(1, 1, 12), assigned(2, 6, 6))).toEqual([[[1, 5]], [[1, 5]], []])
    const declined = [day(8), day(9)]
    expect(missingWith(assigned(1, 1, 12), assigned(2, 1, 12, { declined }))).toEqual([[], [[1, 2]], []])
  })

  test('people of another phase or another job fill none, and those without a phase fill the first of the job', () => {
    const people = [person(1, 'laborer'), person(2, 'laborer'), person(3, 'laborer')]
    const bars = [bar(7, 1, 5, { laborer: 3 }), { ...bar(8, 2, 5, { laborer: 3 }), phase_id: 2 }]
    const assignments = [
      assigned(1, 1, 5, { phase_id: 2 }),
      assigned(2, 1, 5),
      assigned(3, 1, 5, { phase_id: 1, project_id: 2 }),
    ]
    const [week] = laborForecast({ ...empty, people, bars, assignments }, asked)
    expect(week?.unfilled.map(({ id, missing }) => [id, missing.laborer])).toEqual([
      [7, 2],
      [8, 2],
    ])
  })

  test('a phase that has its people is not listed, and spare ones of a license make up for no other', () => {
    const people = [1, 2, 3, 4, 5].map((id) => person(id, 'journeyman'))
    const bars = [bar(7, 1, 5, { journeyman: 2 }), bar(8, 1, 5, { journeyman: 2, apprentice: 1 }, 2)]
    const on = (project_id: number, ids: number[]) => ids.map((id) => assigned(id, 1, 5, { project_id }))
    const assignments = [...on(1, [1, 2]), ...on(2, [3, 4, 5])]
    const [week] = laborForecast({ ...empty, people, bars, assignments }, asked)
    expect(week?.unfilled.map(({ id, missing }) => [id, missing])).toEqual([
      [8, { journeyman: 0, apprentice: 1, laborer: 0 }],
    ])
  })

  test('weeks follow each other from the first day, each with its phases by their first day', () => {
    const bars = [bar(9, 3, 9, { laborer: 1 }), bar(8, 1, 5, { laborer: 1 }), bar(7, 3, 4, { laborer: 1 })]
    const weeks = laborForecast({ ...empty, bars }, asked)
    expect(weeks.map(({ start }) => start)).toEqual([day(0), day(7), day(14)])
    expect(weeks.map(({ unfilled }) => unfilled.map(({ id }) => id))).toEqual([[8, 7, 9], [9], []])
  })

  test('a scenario moves phases by work days, over days off', () => {
    const load = { ...empty, bars: [bar(1, 1, 3, { laborer: 1 }), bar(2, 1, 3, { laborer: 1 })], off: [day(8)] }
    const moved = laborForecast(load, { ...asked, scenario: { ...same, shifts: new Map([[2, 5]]) } })
    expect(moved.map(({ all }) => all.need)).toEqual([1, 1, 0])
    expect(moved[1]?.unfilled).toMatchObject([{ id: 2, start_date: day(9), end_date: day(11) }])
  })

  test('a project that is won counts although it is tentative, and one that is lost frees its people', () => {
    const bars = [{ ...bar(1, 1, 5, { laborer: 2 }), tentative: true }, bar(2, 1, 5, { laborer: 1 }, 2)]
    const load = { ...empty, people: [person(1, 'laborer')], bars, assignments: [assigned(1, 1, 5, { project_id: 2 })] }
    const sure = { ...asked, tentative: false }
    const [plan] = laborForecast(load, sure)
    expect(plan?.all).toMatchObject({ need: 1, utilization: 100 })
    const [won] = laborForecast(load, { ...sure, scenario: { ...same, won: new Set([1]) } })
    expect(won?.all.need).toBe(3)
    expect(won?.unfilled).toMatchObject([{ id: 1, tentative: false }])
    const [lost] = laborForecast(load, { ...sure, scenario: { ...same, lost: new Set([2]) } })
    expect(lost?.all).toMatchObject({ need: 0, utilization: 0 })
  })

  test('people who are hired count from their first day, with their license alone', () => {
    const load = { ...empty, bars: [bar(1, 1, 12, { journeyman: 3 })] }
    const hires = [{ license: 'journeyman' as const, count: 2, from: day(3) }]
    const weeks = laborForecast(load, { ...asked, scenario: { ...same, hires } })
    // Two people on three of five days, then on all.
    expect(weeks.map(({ licenses: { journeyman } }) => journeyman.available)).toEqual([1.2, 2, 2])
    expect(weeks.map(({ licenses: { journeyman } }) => journeyman.gap)).toEqual([1.8, 1, 0])
    expect(weeks.map(({ licenses: { apprentice } }) => apprentice.available)).toEqual([0, 0, 0])
  })

  test('the file says for each week and license what the chart says', () => {
    const rows = laborRows(laborForecast({ ...empty, bars: [bar(1, 1, 5, { laborer: 3 })] }, { ...asked, weeks: 1 }))
    expect(rows).toEqual([
      ['week', 'license', 'needed', 'available', 'short', 'utilization_percent'],
      [FROM, 'journeyman', 0, 0, 0, null],
      [FROM, 'apprentice', 0, 0, 0, null],
      [FROM, 'laborer', 3, 0, 3, null],
      [FROM, 'all', 3, 0, 3, null],
    ])
  })
})

/** The same day by day and person by person, as one would count on paper. */
function slowly(load: Workload, { from, weeks, tentative }: Asked) {
  const weekDays = (week: number) => Array.from({ length: 7 }, (_, at) => addDays(from, week * 7 + at))
  const isWorked = (one: Day) => load.work_days.includes(weekdayOf(one)) && !load.off.includes(one)
  const isAway = (id: number, one: Day) =>
    load.away.some((off) => off.user_id === id && off.from <= one && off.to >= one)
  const isOn = (work: Workload['assignments'][number], one: Day) =>
    work.start_date <= one &&
    work.end_date >= one &&
    (work.start_date === work.end_date ||
      ((work.days ?? load.work_days).includes(weekdayOf(one)) && !load.off.includes(one)))
  return Array.from({ length: weeks }, (_, week) => {
    const worked = weekDays(week).filter(isWorked)
    const of = (license: License) => {
      const people = load.people.filter((person) => person.license === license)
      const need = load.bars
        .filter((one) => tentative || !one.tentative)
        .filter((one) =>
          weekDays(week).some(
            (date) =>
              one.start_date <= date && one.end_date >= date && (isWorked(date) || one.start_date === one.end_date),
          ),
        )
        .reduce((sum, { headcount }) => sum + headcount[license], 0)
      const present = people.filter(({ id }) => worked.some((date) => !isAway(id, date)))
      const available = present.length * (worked.length / load.work_days.length)
      const days = people.flatMap(({ id }) => worked.filter((date) => !isAway(id, date)).map((date) => ({ id, date })))
      const used = days.reduce((sum, { id, date }) => {
        const hours = load.assignments
          .filter((work) => work.user_id === id && isOn(work, date))
          .reduce((total, work) => total + work.hours, 0)
        return sum + Math.min(1, hours / 8)
      }, 0)
      return { need, available, gap: Math.max(0, need - available), used, days: days.length }
    }
    return licenses.map(of)
  })
}

const at = fc.integer({ min: -10, max: 40 })
const span = fc
  .tuple(at, fc.nat(20))
  .map(([first, length]) => ({ start_date: day(first), end_date: day(first + length) }))
const license = fc.constantFrom<string | null>(...licenses, null)
const loads: fc.Arbitrary<Workload> = fc.record({
  bars: fc.array(
    fc.tuple(span, fc.nat(9), fc.nat(9), fc.boolean()).map(([days, journeyman, laborer, tentative]) => ({
      id: 1,
      project_id: 1,
      phase_id: 1,
      ...days,
      tentative,
      headcount: { journeyman, apprentice: 1, laborer },
    })),
    { maxLength: 8 },
  ),
  people: fc.array(license, { maxLength: 8 }).map((all) => all.map((license, id) => ({ id, license }))),
  away: fc.array(
    fc
      .tuple(fc.nat(8), span)
      .map(([user_id, { start_date, end_date }]) => ({ user_id, from: start_date, to: end_date })),
    { maxLength: 5 },
  ),
  assignments: fc.array(
    fc
      .tuple(fc.nat(8), span, fc.constantFrom(2, 4, 8, 12), fc.option(fc.uniqueArray(fc.nat(6), { minLength: 1 })))
      .map(([user_id, days, hours, mask]) => ({ user_id, project_id: 1, phase_id: null, ...days, days: mask, hours })),
    { maxLength: 8 },
  ),
  work_days: fc.constantFrom([1, 2, 3, 4, 5], [1, 2, 3, 4], [0, 6]),
  off: fc.uniqueArray(at, { maxLength: 4 }).map((days) => days.map(day)),
})

test('every figure is the one that counting day by day finds', () => {
  fc.assert(
    fc.property(loads, fc.boolean(), (load, tentative) => {
      const wanted = { from: FROM, weeks: 5, tentative }
      const oracle = slowly(load, wanted)
      for (const [week, { licenses: found, all }] of laborForecast(load, wanted).entries()) {
        const expected = oracle[week] ?? []
        for (const [index, one] of licenses.entries()) {
          const slow = expected[index]
          expect(found[one].need).toBe(slow?.need)
          expect(found[one].available).toBeCloseTo(slow?.available ?? -1, 1)
          expect(found[one].gap).toBeCloseTo(slow?.gap ?? -1, 1)
          expect(found[one].utilization).toBe(slow?.days ? Math.round((slow.used / slow.days) * 100) : null)
          expect(found[one].utilization ?? 0).toBeLessThanOrEqual(100)
        }
        const sum = (of: (one: (typeof expected)[number]) => number) =>
          expected.reduce((total, one) => total + of(one), 0)
        const { needed, present } = partsOf(load, wanted, week)
        for (const one of licenses) {
          // The parts that are shown add up to the figure above them.
          expect(needed.reduce((total, { headcount }) => total + headcount[one], 0)).toBe(found[one].need)
          const there = present.filter(({ license }) => license === one)
          expect(there.reduce((total, { people }) => total + people, 0)).toBeCloseTo(found[one].available, 1)
        }
        expect(all.need).toBe(sum((one) => one.need))
        expect(all.gap).toBeCloseTo(
          sum((one) => one.gap),
          1,
        )
      }
    }),
    { numRuns: runs(200) },
  )
})

test('whatever is planned, a week lacks in the forecast what the board and Home say of it', () => {
  const at = fc.integer({ min: -3, max: 18 })
  const heads = fc.record({ journeyman: fc.nat(2), apprentice: fc.nat(1), laborer: fc.nat(1) })
  const drawn = fc.array(fc.tuple(at, fc.nat(8), heads, fc.nat(1)), { maxLength: 5 })
  const planned = fc.array(
    fc.record({ user_id: fc.nat(5), at, length: fc.nat(8), project_id: fc.nat(1), declined: fc.array(at.map(day)) }),
    { maxLength: 10 },
  )
  const team = fc.array(fc.constantFrom<string | null>(...licenses, null), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(drawn, planned, team, (needing, covering, licensed) => {
      const bars = needing.map(([first, length, wanted, job], id) => bar(id, first, first + length, wanted, job))
      const assignments = covering.map(({ user_id, at: first, length, project_id, declined }) =>
        assigned(user_id, first, first + length, { project_id, declined }),
      )
      const people = licensed.map((license, id) => person(id, license))
      const weeks = laborForecast({ ...empty, bars, people, assignments }, asked)
      const staff = new Map(people.map((one) => [one.id, { ...one, active: true, schedulable: true }]))
      const company = { work_days: empty.work_days, off: new Map<Day, string>() }
      for (const { start, unfilled } of weeks)
        expect(unfilled.map(({ id, missing, days }) => [id, missing, days])).toEqual(
          shortPhases(bars, assignments, staff, { from: start, to: addDays(start, 6) }, company).map(
            ({ bar: { id }, missing, days }) => [id, missing, days],
          ),
        )
    }),
    { numRuns: runs(200) },
  )
})
