import { array, assert, constantFrom, integer, property, record, shuffledSubarray, boolean } from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../days.ts'
import { defaultRules, type OvertimeRules } from './rules.ts'
import type { Week, WeekEntry } from './week.ts'
import { ID, OR, PRIVATE, WA, WA_TOO, entry, fourTen, projects, quiet, split } from './week.fixture.ts'

/** What an entry is made of; its hours in hundredths. */
interface Draft {
  day: number
  amount: number
  type: WeekEntry['type']
  project_id: number
  cost_code: string
  per_diem: boolean
}

const hundredths = (hours: number) => Math.round(hours * 100)

/** Weeks that hold everything: an ordinary one, one of a holiday, one over the turn of the year. */
const sunday = constantFrom(quiet, '2026-07-05', '2026-12-27')
const drafts = array(
  record<Draft>({
    day: integer({ min: 0, max: 6 }),
    amount: integer({ min: 0, max: 2400 }),
    type: constantFrom('standard', 'standard', 'standard', 'shop', 'vacation', 'admin'),
    project_id: constantFrom(PRIVATE, WA, WA_TOO, OR, ID),
    cost_code: constantFrom('100', '200'),
    per_diem: boolean(),
  }),
  { maxLength: 20 },
)
const entriesOf = (start: string, list: readonly Draft[]): WeekEntry[] =>
  list.map(({ day, amount, type, project_id, ...rest }, at) =>
    entry(addDays(start, day), amount / 100, {
      ...rest,
      id: at + 1,
      type,
      project_id: type === 'standard' ? project_id : null,
    }),
  )

const agreements = constantFrom<Week['agreements'][]>(
  [],
  [fourTen()],
  [fourTen({ state: 'OR' }), fourTen({ project_id: WA })],
)
const doubled: OvertimeRules = {
  ...defaultRules,
  states: defaultRules.states.map((one) => ({ ...one, premiums: { saturday: 1.5, sunday: 2, holiday: 2 } })),
}
const rules = constantFrom(defaultRules, doubled)
const paid = ({ overtime, double }: { overtime: number; double: number }) => hundredths(overtime) + hundredths(double)

test('no hour is lost, and none is paid twice', () => {
  assert(
    property(sunday, drafts, agreements, rules, (start, list, signed, by) => {
      const entries = entriesOf(start, list)
      const { entries: parts, totals } = split(entries, { agreements: signed, rules: by })
      expect(parts.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
      for (const [at, { regular, overtime, double }] of parts.entries()) {
        expect(Math.min(regular, overtime, double)).toBeGreaterThanOrEqual(0)
        const sum = hundredths(regular) + hundredths(overtime) + hundredths(double)
        expect(sum).toBe(list[at]?.amount)
      }
      const vacation = entries.filter(({ type }) => type === 'vacation')
      expect(hundredths(totals.vacation)).toBe(vacation.reduce((sum, { hours }) => sum + hundredths(hours), 0))
      expect(hundredths(totals.worked)).toBe(hundredths(totals.regular) + paid(totals))
      expect(paid(totals)).toBe(parts.reduce((sum, part) => sum + paid(part), 0))
      expect(totals.regular).toBeLessThanOrEqual(40)
    }),
  )
})

test('a week is paid the same in whatever order its entries come, and its totals whatever their ids and codes', () => {
  assert(
    property(
      sunday,
      drafts.chain((list) =>
        shuffledSubarray(
          list.map((_, at) => at),
          { minLength: list.length },
        ).map((order) => ({ list, order })),
      ),
      agreements,
      rules,
      (start, { list, order }, signed, by) => {
        const entries = entriesOf(start, list)
        const more = { agreements: signed, rules: by }
        const { entries: parts, totals } = split(entries, more)
        const shuffled = split(
          order.flatMap((at) => entries[at] ?? []),
          more,
        )
        expect(shuffled.totals).toEqual(totals)
        expect(shuffled.entries).toEqual(order.map((at) => parts[at]))
        const renamed = entries.map((one, at) => ({ ...one, id: order[at] ?? 0, cost_code: String(order[at]) }))
        expect(split(renamed, more).totals).toEqual(totals)
      },
    ),
  )
})

test('overtime never falls when hours are added', () => {
  assert(
    property(
      sunday,
      drafts,
      agreements,
      rules,
      integer(),
      integer({ min: 1, max: 500 }),
      (start, list, signed, by, which, more) => {
        if (!list.length) return
        const grown = list.map((one, at) =>
          at === Math.abs(which) % list.length ? { ...one, amount: one.amount + more } : one,
        )
        const before = split(entriesOf(start, list), { agreements: signed, rules: by }).totals
        const after = split(entriesOf(start, grown), { agreements: signed, rules: by }).totals
        expect(paid(after)).toBeGreaterThanOrEqual(paid(before))
      },
    ),
  )
})

test('without premiums overtime is the days’ sum or what is beyond 40, whichever is more', () => {
  const here = drafts.map((list) => list.filter(({ project_id }) => project_id !== OR))
  assert(
    property(sunday, here, (start, list) => {
      const worked = list.filter(({ type }) => type !== 'vacation')
      const daily = Array.from({ length: 7 }, (_, day) => {
        const rows = worked.filter((one) => one.day === day && one.type === 'standard' && one.project_id !== PRIVATE)
        return Math.max(0, rows.reduce((sum, { amount }) => sum + amount, 0) - 800)
      }).reduce((sum, amount) => sum + amount, 0)
      const week = worked.reduce((sum, { amount }) => sum + amount, 0)
      expect(paid(split(entriesOf(start, list)).totals)).toBe(Math.max(daily, week - 4000))
    }),
  )
})

test('a week is paid in time that grows with its entries, not with their square', () => {
  /** How often the entries of a week are read. */
  const reads = (count: number) => {
    let read = 0
    const rows = Array.from({ length: count }, (_, at) => {
      const project_id = [...projects.keys()][at % 5] ?? PRIVATE
      const row = entry(addDays(quiet, at % 7), 0.25, { project_id, cost_code: String(at) })
      return new Proxy(row, { get: (target, name) => (read++, Reflect.get(target, name)) })
    })
    split(rows, { agreements: [fourTen()] })
    return read
  }
  expect(reads(150)).toBeLessThan(15 * reads(15))
})
