import { describe, expect, test } from 'vitest'
import type { Totals } from '../time/entities.ts'
import { rowsOfWeek, sumHours, tiesOut, totalsOfRows, type PayrollEntry, type PayrollProject } from './rows.ts'

const job: PayrollProject = {
  number: '26-002',
  name: 'Canyon Lakes',
  customer: null,
  overtime_rule: 'prevailing',
  state: 'WA',
  phase: 'Rough-in',
}
const jobs = new Map([
  [1, { ...job, number: '26-001', overtime_rule: 'standard' as const, state: null, phase: null }],
  [2, job],
])
const entry = (id: number, more: Partial<PayrollEntry> = {}): PayrollEntry => ({
  id,
  date: '2026-03-09',
  hours: 8,
  type: 'standard',
  project_id: 1,
  per_diem: false,
  cost_code_number: '110',
  cost_code: { id: 1, number: '110', name: 'Mobilize', category_number: '26', category_name: 'Electrical' },
  ...more,
})
const part = (id: number, regular: number, overtime = 0, double = 0, reason = '') => ({
  id,
  regular,
  overtime,
  double,
  reason,
})
const totals = (more: Partial<Totals> = {}): Totals => ({
  regular: 0,
  overtime: 0,
  double: 0,
  vacation: 0,
  worked: 0,
  per_diem_days: 0,
  ...more,
})
const rowsWith = (entries: PayrollEntry[], split: ReturnType<typeof part>[], sums: Partial<Totals> = {}) =>
  rowsOfWeek({ id: 5, split, totals: totals(sums) }, entries, jobs)

describe('the rows of a week', () => {
  test('say of each entry what is paid of it and why, and of its project what payroll asks', () => {
    const rows = rowsWith([entry(1, { project_id: 2 })], [part(1, 8, 1.5, 0.5, 'Over 8 a day')])
    const place = {
      timecard_id: 5,
      entry_id: 1,
      date: '2026-03-09',
      project_number: '26-002',
      customer_name: null,
      project_name: 'Canyon Lakes',
      cost_code: '26-002.26.110',
      phase: 'Rough-in',
      certified: true,
      state: 'WA',
    }
    expect(rows).toEqual([
      { ...place, pay_type: 'REG', hours: 8, units: 8, overtime_reason: '' },
      { ...place, pay_type: 'OT', hours: 1.5, units: 1.5, overtime_reason: 'Over 8 a day' },
      { ...place, pay_type: 'DT', hours: 0.5, units: 0.5, overtime_reason: 'Over 8 a day' },
    ])
  })

  test('name no project where there is none, and only prevailing wages are certified', () => {
    const types = ['shop', 'admin', 'vacation'] as const
    const own = types.map((type, at) =>
      entry(at + 1, { type, project_id: null, cost_code: null, cost_code_number: null }),
    )
    const rows = rowsWith(
      [...own, entry(4)],
      [1, 2, 3, 4].map((id) => part(id, 2)),
    )
    expect(
      rows.map(({ pay_type, project_number, cost_code, certified }) => [
        pay_type,
        project_number,
        cost_code,
        certified,
      ]),
    ).toEqual([
      ['SHOP', null, null, false],
      ['ADMIN', null, null, false],
      ['VAC', null, null, false],
      ['REG', '26-001', '26-001.26.110', false],
    ])
    expect(rows[0]).toMatchObject({ project_name: null, phase: null, state: null })
  })

  test('are in the order of the overtime engine, and an entry that was not split has none', () => {
    const entries = [entry(1, { date: '2026-03-10' }), entry(2, { project_id: 2 }), entry(3), entry(4)]
    const rows = rowsWith(entries, [part(1, 8), part(2, 8), part(3, 8)])
    expect(rows.map(({ entry_id }) => entry_id)).toEqual([3, 2, 1])
    expect(rowsOfWeek({ id: 5, split: null, totals: null }, entries, jobs)).toEqual([])
  })

  test('pay per diem once a day, as many days as were approved', () => {
    const entries = [
      entry(1, { per_diem: true, hours: 0 }),
      entry(2, { per_diem: true, date: '2026-03-10' }),
      entry(3, { per_diem: true, date: '2026-03-10' }),
    ]
    const paid = (days: number) =>
      rowsWith(entries, [], { per_diem_days: days }).map(({ entry_id, pay_type, hours, units }) => [
        entry_id,
        pay_type,
        hours,
        units,
      ])
    expect(paid(1)).toEqual([[2, 'PERDIEM', 0, 1]])
    expect(paid(2)).toEqual([
      [1, 'PERDIEM', 0, 1],
      [2, 'PERDIEM', 0, 1],
    ])
    expect(paid(3)).toEqual([])
    expect(rowsWith(entries, [])).toEqual([])
  })
})

test('hours add up in hundredths', () => {
  expect(sumHours([0.1, 0.2])).toBe(0.3)
  expect(sumHours(Array.from({ length: 100 }, () => 1.01))).toBe(101)
  expect(sumHours([])).toBe(0)
})

describe('a week ties out', () => {
  const entries = [
    entry(1, { project_id: 2, per_diem: true }),
    entry(2, { type: 'shop', project_id: null, cost_code: null }),
    entry(3, { type: 'vacation', project_id: null, cost_code: null }),
    entry(4, { type: 'admin', project_id: null, cost_code: null }),
  ]
  const approved = totals({ regular: 7, overtime: 2, double: 1, vacation: 4, worked: 10, per_diem_days: 1 })
  const rows = rowsWith(entries, [part(1, 4, 2, 1), part(2, 2), part(3, 4), part(4, 1)], approved)

  test('where its rows are what was approved and entered', () => {
    expect(totalsOfRows(rows)).toEqual(approved)
    expect(tiesOut(rows, approved, 14)).toBe(true)
  })

  test.each([
    ['nothing was approved', null, 14],
    ['other hours were entered', approved, 14.01],
    ['other regular hours were approved', { ...approved, regular: 6 }, 14],
    ['other overtime was approved', { ...approved, overtime: 3 }, 14],
    ['other double time was approved', { ...approved, double: 0 }, 14],
    ['another vacation was approved', { ...approved, vacation: 5 }, 14],
    ['other days of per diem were approved', { ...approved, per_diem_days: 2 }, 14],
  ])('but not where %s', (_, sums, entered) => {
    expect(tiesOut(rows, sums, entered)).toBe(false)
  })
})
