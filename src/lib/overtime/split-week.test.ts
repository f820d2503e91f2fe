import { describe, expect, test } from 'vitest'
import { defaultRules, type OvertimeRules } from './rules.ts'
import {
  ID,
  NOWHERE,
  OR,
  PRIVATE,
  WA,
  WA_TOO,
  dayOf,
  days,
  entry,
  fourDays,
  fourTen,
  quiet,
  split,
  workdays,
} from './week.fixture.ts'

const [monday, tuesday, friday, saturday] = [dayOf('monday'), dayOf('tuesday'), dayOf('friday'), dayOf('saturday')]

/** The default rules with a state's own changes. */
const withState = (state: string, more: Partial<OvertimeRules['states'][number]>): OvertimeRules => ({
  ...defaultRules,
  states: defaultRules.states.map((one) => (one.state === state ? { ...one, ...more } : one)),
})

describe('the cases everyone agreed on', () => {
  const tens = () => [...days(fourDays, 10, { project_id: WA }), entry(friday, 6)]

  test('standard 5×9 is 5 hours overtime', () => {
    const { totals, entries } = split(days(workdays, 9))
    expect(totals).toEqual({ regular: 40, overtime: 5, double: 0, vacation: 0, worked: 45, per_diem_days: 0 })
    expect(entries.map(({ overtime }) => overtime)).toEqual([0, 0, 0, 0, 5])
    expect(entries[4]?.reason).toBe('Over 40 hours in the week')
  })

  test('standard 40 and 8 hours vacation is none', () => {
    const { totals, entries } = split([...days(workdays, 8), entry(saturday, 8, { type: 'vacation' })])
    expect(totals).toEqual({ regular: 40, overtime: 0, double: 0, vacation: 8, worked: 40, per_diem_days: 0 })
    expect(entries[5]).toMatchObject({ regular: 8, reason: 'Vacation, paid straight' })
  })

  test('WA prevailing four tens and 6 private on Friday is 8 without an agreement', () => {
    const { totals, entries } = split(tens())
    expect(totals).toMatchObject({ regular: 38, overtime: 8 })
    expect(entries.map(({ overtime }) => overtime)).toEqual([2, 2, 2, 2, 0])
    expect(entries[1]?.reason).toBe('Over 8 hours on prevailing projects on Tue')
  })

  test('and with one it is 6, on Friday', () => {
    const { totals, entries } = split(tens(), { agreements: [fourTen()] })
    expect(totals).toMatchObject({ regular: 40, overtime: 6 })
    expect(entries.map(({ overtime }) => overtime)).toEqual([0, 0, 0, 0, 6])
  })

  test('OR prevailing 38 Monday to Friday and 5 on Saturday is 5', () => {
    const { totals, entries } = split([
      ...days(fourDays, 8, { project_id: OR }),
      entry(friday, 6, { project_id: OR }),
      entry(saturday, 5, { project_id: OR }),
    ])
    expect(totals).toMatchObject({ regular: 38, overtime: 5 })
    expect(entries[5]).toMatchObject({ overtime: 5, reason: 'Saturday on a prevailing project in OR' })
  })
})

describe('days', () => {
  test('what is beyond the limit comes from the last rows by project number, code and id', () => {
    const rows = [
      entry(monday, 3, { project_id: WA_TOO, cost_code: '010' }),
      entry(monday, 4, { project_id: WA, cost_code: '200' }),
      entry(monday, 4, { project_id: WA, cost_code: '100' }),
    ]
    expect(split(rows).entries.map(({ overtime }) => overtime)).toEqual([3, 0, 0])
    expect(split(rows.slice(1).concat(entry(monday, 2))).totals.overtime).toBe(0)
    // Of one project by code, whichever was entered first.
    const codes = ['200', '100'].map((cost_code) => entry(monday, 5, { project_id: WA, cost_code }))
    expect(split(codes).entries.map(({ overtime }) => overtime)).toEqual([2, 0])
    const alike = [5, 5].map((hours) => entry(monday, hours, { project_id: WA, cost_code: '100' }))
    expect(split(alike.toReversed()).entries.map(({ overtime }) => overtime)).toEqual([2, 0])
  })

  test('private hours of the day do not count towards the daily limit', () => {
    const { totals } = split([
      entry(monday, 8, { project_id: WA }),
      entry(monday, 4),
      entry(monday, 1, { type: 'shop' }),
    ])
    expect(totals).toMatchObject({ overtime: 0, worked: 13 })
  })

  test('where projects differ, the lowest limit is the day’s', () => {
    const rows = [entry(monday, 5, { project_id: WA }), entry(monday, 5, { project_id: WA_TOO })]
    const one = fourTen({ project_id: WA })
    expect(split(rows, { agreements: [one] }).totals.overtime).toBe(2)
    expect(split(rows, { agreements: [one, fourTen({ project_id: WA_TOO })] }).totals.overtime).toBe(0)
  })

  test('a row that is over the day’s limit and beyond 40 says both', () => {
    const { entries } = split([...days(workdays, 8), entry(saturday, 9, { project_id: WA })])
    expect(entries[5]).toMatchObject({
      regular: 0,
      overtime: 9,
      reason: 'Over 8 hours on prevailing projects on Sat; over 40 hours in the week',
    })
  })

  test('other states have a daily limit of 8, or what the company says', () => {
    expect(split([entry(monday, 9, { project_id: ID })]).totals.overtime).toBe(1)
    const rules = { ...defaultRules, other: { ...defaultRules.other, daily_limit: 8.5 } }
    const { entries } = split([entry(monday, 9, { project_id: ID })], { rules })
    expect(entries[0]).toMatchObject({ overtime: 0.5, reason: 'Over 8.5 hours on prevailing projects on Mon' })
  })

  test('0.01 and 24 hours are neither lost nor rounded away', () => {
    const { totals, entries } = split([
      entry(monday, 8, { project_id: WA, cost_code: '1' }),
      entry(monday, 0.01, { project_id: WA, cost_code: '2' }),
      entry(tuesday, 24, { project_id: WA }),
    ])
    expect(entries.map(({ overtime }) => overtime)).toEqual([0, 0.01, 16])
    expect(totals).toMatchObject({ regular: 16, overtime: 16.01, worked: 32.01 })
    const cents = Array.from({ length: 4010 }, () => entry(monday, 0.01))
    expect(split(cents).totals).toMatchObject({ regular: 40, overtime: 0.1, worked: 40.1 })
  })
})

describe('four tens', () => {
  const tens = (project_id: number) => days(fourDays, 10, { project_id })

  test('hold from the day they are signed to the day they end', () => {
    const signed = split(tens(WA), { agreements: [fourTen({ signed_on: tuesday })] })
    expect(signed.entries.map(({ overtime }) => overtime)).toEqual([2, 0, 0, 0])
    const ended = split(tens(WA), { agreements: [fourTen({ ends_on: tuesday })] })
    expect(ended.entries.map(({ overtime }) => overtime)).toEqual([0, 0, 2, 2])
  })

  test('hold on their project, in their state and on their days', () => {
    expect(split(tens(WA_TOO), { agreements: [fourTen({ project_id: WA })] }).totals.overtime).toBe(8)
    expect(split(tens(WA), { agreements: [fourTen({ state: 'OR' })] }).totals.overtime).toBe(8)
    expect(split(tens(ID), { agreements: [fourTen({ state: 'ID' })] }).totals.overtime).toBe(8)
    expect(split([entry(friday, 10, { project_id: WA })], { agreements: [fourTen()] }).totals.overtime).toBe(2)
  })

  test('in OR are Monday to Thursday or Tuesday to Friday', () => {
    const of = (names: readonly (typeof workdays)[number][]) =>
      split(days(names, 10, { project_id: OR }), { agreements: [fourTen({ state: 'OR', days: names })] }).totals
        .overtime
    expect(of(fourDays)).toBe(0)
    expect(of(['tuesday', 'wednesday', 'thursday', 'friday'])).toBe(0)
    expect(of(['monday', 'tuesday', 'thursday', 'friday'])).toBe(8)
  })

  test('in OR are lost for the week by work off the schedule, private work included; vacation is no work', () => {
    const agreements = [fourTen({ state: 'OR' })]
    const { entries, totals } = split([...tens(OR), entry(friday, 2)], { agreements })
    expect(totals.overtime).toBe(8)
    expect(entries[0]?.reason).toBe(
      'Over 8 hours on prevailing projects on Mon, as work off the 4×10 schedule was done',
    )
    expect(split([...tens(OR), entry(friday, 2, { type: 'shop' })], { agreements }).totals.overtime).toBe(8)
    expect(split([...tens(OR), entry(friday, 8, { type: 'vacation' })], { agreements }).totals.overtime).toBe(0)
    expect(split([...tens(OR), entry(friday, 0)], { agreements }).totals.overtime).toBe(0)
  })
})

describe('premium days', () => {
  const of = (date: string, hours: number, project_id: number, more = {}) =>
    split([entry(date, hours, { project_id })], more)

  test('in OR Saturdays, Sundays and holidays are time and a half from the first hour', () => {
    expect(of(dayOf('sunday'), 3, OR).entries[0]).toMatchObject({ regular: 0, overtime: 3, double: 0 })
    const labor = of('2026-09-07', 3, OR)
    expect(labor.entries[0]).toMatchObject({ overtime: 3, reason: 'Labor Day on a prevailing project in OR' })
    expect(of('2026-09-07', 3, PRIVATE).totals.overtime).toBe(0)
  })

  test('a holiday on a weekend is kept on the weekday beside it, over the turn of the year too', () => {
    expect(of('2026-07-03', 3, OR).entries[0]?.reason).toBe('Independence Day (observed) on a prevailing project in OR')
    expect(of('2027-07-05', 3, OR).totals.overtime).toBe(3)
    expect(of('2021-12-31', 3, OR).totals.overtime).toBe(3)
    expect(of('2023-01-02', 3, OR).totals.overtime).toBe(3)
    expect(of('2024-01-02', 3, OR).totals.overtime).toBe(0)
  })

  test('in WA the table of the trade says, which may be double time', () => {
    expect(of(saturday, 3, WA).totals.overtime).toBe(0)
    const rules = withState('WA', {
      premiums: { saturday: 1.5, sunday: 2, holiday: 2 },
      trades: [{ trade: 'laborer', saturday: 1, sunday: 1.5, holiday: 1.5 }],
    })
    expect(of(saturday, 3, WA, { rules, trade: 'journeyman' }).totals).toMatchObject({ overtime: 3, double: 0 })
    expect(of(dayOf('sunday'), 3, WA, { rules, trade: null }).totals).toMatchObject({ overtime: 0, double: 3 })
    expect(of(saturday, 3, WA, { rules, trade: 'laborer' }).totals).toMatchObject({ regular: 3 })
    const sundayJuly4 = of('2027-07-04', 3, WA, { rules, trade: 'laborer' })
    expect(sundayJuly4.entries[0]?.reason).toBe('Sunday on a prevailing project in WA')
  })

  test('premium hours are not counted again beyond the day’s limit or the week’s', () => {
    const { totals } = split([
      ...days(workdays, 8),
      entry(saturday, 5, { project_id: OR }),
      entry(saturday, 6, { project_id: WA }),
    ])
    // Of 11 hours on Saturday 5 are premium; the 6 left are within the day and beyond 40.
    expect(totals).toMatchObject({ regular: 40, overtime: 11, worked: 51 })
  })
})

describe('weeks', () => {
  test('start on Monday where the company’s do', () => {
    const sunday = dayOf('sunday')
    const rows = [...days(workdays, 8), entry(sunday, 4)]
    expect(split(rows).entries.at(-2)).toMatchObject({ overtime: 4 })
    const late = [...days(workdays, 8), entry('2026-03-15', 4)]
    expect(split(late, { week_start: 'monday' }).entries.at(-1)).toMatchObject({ overtime: 4 })
    expect(() => split(late)).toThrow('not of one week')
  })

  test('go through changes of the clock and the turn of the year as any other', () => {
    for (const week of [quiet, '2026-11-01', '2026-12-27', '2027-01-01']) {
      const { totals, entries } = split(
        (['sunday', ...workdays, 'saturday'] as const).map((name) => entry(dayOf(name, week), 8)),
      )
      expect(totals).toMatchObject({ regular: 40, overtime: 16 })
      expect(entries.map(({ overtime }) => overtime)).toEqual([0, 0, 0, 0, 0, 8, 8])
    }
  })

  test('count shop and admin time, and an empty one is nothing', () => {
    const { totals } = split([
      ...days(workdays, 8),
      entry(saturday, 1, { type: 'shop' }),
      entry(saturday, 1, { type: 'admin' }),
    ])
    expect(totals).toMatchObject({ overtime: 2, worked: 42 })
    expect(split([])).toEqual({
      entries: [],
      totals: { regular: 0, overtime: 0, double: 0, vacation: 0, worked: 0, per_diem_days: 0 },
      warnings: [],
    })
  })

  test('name projects that are there', () => {
    expect(() => split([entry(monday, 1, { project_id: 99 })])).toThrow('Project 99')
  })
})

describe('warnings', () => {
  test('more than 10 hours on public works in WA stop until someone says that it is an exception', () => {
    const { warnings } = split([
      entry(tuesday, 6, { project_id: WA }),
      entry(tuesday, 4.01, { project_id: WA_TOO }),
      entry(monday, 10, { project_id: WA }),
      entry(friday, 12, { project_id: OR }),
      entry(friday, 12),
    ])
    const text = 'More than 10 hours on a public works project.'
    expect(warnings).toEqual([{ kind: 'public_works_hours', date: tuesday, text, blocks: true }])
  })

  test('per diem is paid once a day; that of a second project is ignored, and more rows of the first are not', () => {
    const { totals, warnings } = split([
      entry(monday, 4, { project_id: WA, per_diem: true }),
      entry(monday, 2, { project_id: WA, per_diem: true, cost_code: '2' }),
      entry(monday, 2, { project_id: OR, per_diem: true }),
      entry(tuesday, 8, { per_diem: true }),
    ])
    expect(totals.per_diem_days).toBe(2)
    expect(warnings).toEqual([
      {
        kind: 'second_per_diem',
        date: monday,
        text: 'Per diem is paid once a day; the one on 26-004 is ignored.',
        blocks: false,
      },
    ])
  })

  test('per diem without hours is paid only where the company says so', () => {
    const away = [entry(monday, 0, { per_diem: true })]
    expect(split(away).totals.per_diem_days).toBe(0)
    expect(split(away, { zero_hour_per_diem: true }).totals).toMatchObject({ per_diem_days: 1, worked: 0 })
  })

  test('a prevailing project without a state is named once', () => {
    const { warnings } = split(days(fourDays, 8, { project_id: NOWHERE }))
    const text = '26-006 pays prevailing wages and has no state in its address.'
    expect(warnings).toEqual([{ kind: 'no_state', date: monday, text, blocks: false }])
  })
})
