import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesOf, ledgerOf, reversed, type Booked } from './server/ledger.ts'
import { sumHours, type PayrollRow, type WeekKind } from './rows.ts'

const batch = (id: number, weeks: readonly (readonly [number, WeekKind?])[], reverses_id: number | null = null) => ({
  id,
  creator_id: 1,
  created_at: `2026-03-${id}`,
  reverses_id,
  weeks: weeks.map(([timecard_id, kind]) => ({ timecard_id, ...(kind && { kind }) })),
})
const counted = (batches: readonly Booked[], week = 1) =>
  ledgerOf(batches)
    .get(week)
    ?.map(({ id }) => id) ?? []

describe('which batches count for a week (rule payroll-ledger)', () => {
  test('the one that exported it and those that corrected it since', () => {
    const batches = [
      batch(1, [
        [1, 'new'],
        [2, 'new'],
      ]),
      batch(2, [[1, 'change']]),
      batch(3, [[1, 'change']]),
    ]
    expect([counted(batches), counted(batches, 2), counted(batches, 3)]).toEqual([[1, 2, 3], [1], []])
  })

  test('of the repeated exports of earlier versions the newest', () => {
    expect(counted([batch(1, [[1]]), batch(2, [[1]]), batch(3, [[1, 'change']])])).toEqual([2, 3])
  })

  test('a reversed one does not, and its reversal neither', () => {
    expect(counted([batch(1, [[1, 'new']]), batch(2, [[1, 'reversal']], 1)])).toEqual([])
    const corrected = [batch(1, [[1, 'new']]), batch(2, [[1, 'change']]), batch(3, [[1, 'reversal']], 1)]
    expect(counted(corrected)).toEqual([2])
    // What was superseded is not taken back from what superseded it.
    expect(counted([batch(1, [[1]]), batch(2, [[1]]), batch(3, [[1, 'reversal']], 1)])).toEqual([2])
  })
})

const row = (more: Partial<PayrollRow> = {}): PayrollRow => ({
  timecard_id: 1,
  entry_id: 1,
  date: '2026-03-09',
  project_number: '26-001',
  project_name: 'Canyon Lakes',
  cost_code: '26-001.26.110',
  phase: null,
  pay_type: 'REG',
  hours: 8,
  units: 8,
  certified: false,
  state: 'WA',
  overtime_reason: '',
  ...more,
})
const short = ({ cost_code, pay_type, hours, units, corrects }: PayrollRow) => [
  cost_code,
  pay_type,
  hours,
  units,
  corrects,
]

describe('what is exported of a week that was exported before (rule payroll-ledger)', () => {
  test('hours on a wrong code are taken from it and put on the right one', () => {
    const right = row({ cost_code: '26-001.26.120' })
    expect(changesOf([right], [row()], 4).map(short)).toEqual([
      ['26-001.26.120', 'REG', 8, 8, 4],
      ['26-001.26.110', 'REG', -8, -8, 4],
    ])
  })

  test('more or fewer hours of a day are the difference, and a day of per diem is one', () => {
    const perDiem = row({ pay_type: 'PERDIEM', hours: 0, units: 1 })
    expect(
      changesOf([row({ hours: 8.1, units: 8.1 }), perDiem], [row({ hours: 7.8, units: 7.8 })], 4).map(short),
    ).toEqual([
      ['26-001.26.110', 'REG', 0.3, 0.3, 4],
      ['26-001.26.110', 'PERDIEM', 0, 1, 4],
    ])
    expect(changesOf([], [row(), perDiem], 4).map(short)).toEqual([
      ['26-001.26.110', 'REG', -8, -8, 4],
      ['26-001.26.110', 'PERDIEM', 0, -1, 4],
    ])
  })

  test('what is the same is not, however it was entered', () => {
    const halves = [row({ hours: 4, units: 4 }), row({ entry_id: 2, hours: 4, units: 4 })]
    expect(changesOf(halves, [row()], 4)).toEqual([])
  })

  const rows = array(
    record({
      date: constantFrom('2026-03-09', '2026-03-10'),
      cost_code: constantFrom('a', 'b', null),
      pay_type: constantFrom('REG' as const, 'OT' as const),
      hours: integer({ min: 1, max: 1200 }).map((hundredths) => hundredths / 100),
    }).map((one) => row({ ...one, units: one.hours })),
    { maxLength: 8 },
  )
  const accounts = (all: readonly PayrollRow[]) =>
    new Map(
      [...Map.groupBy(all, ({ date, cost_code, pay_type }) => `${date} ${cost_code} ${pay_type}`)]
        .map(([key, own]): [string, number] => [key, sumHours(own.map(({ hours }) => hours))])
        .filter(([, hours]) => hours),
    )
  test('exported and changes add up to what is due, and a reversal to nothing, for any rows', () => {
    assert(
      property(rows, rows, (due, exported) => {
        expect(accounts([...exported, ...changesOf(due, exported, 1)])).toEqual(accounts(due))
        expect(accounts([...exported, ...reversed(exported, 1)])).toEqual(new Map())
      }),
    )
  })
})
