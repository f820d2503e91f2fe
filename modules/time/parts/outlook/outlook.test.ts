import { expect, test } from 'vitest'
import { noAddress } from '#lib/address.ts'
import { defaultRules } from '#lib/overtime/rules.ts'
import { outlookOn, usualHours } from './outlook.ts'
import type { SheetHead, SheetRow } from '../sheet/sheet.ts'

const SUNDAY = '2026-11-15'
const FRIDAY = '2026-11-20'
const head: SheetHead = { type: 'standard', date: FRIDAY, project_id: 7, per_diem: false }
const row = (key: number, hours: number | null, cost_code_id: number | null = 40): SheetRow => ({
  key,
  user_id: 1,
  hours,
  project_id: null,
  cost_code_id,
  notes: '',
  per_diem: false,
})
const entry = (id: number, date: string, hours: number, cost_code_id = 41) => ({
  id,
  date,
  hours,
  type: 'standard' as const,
  project_id: 7,
  project_number: '26-001',
  per_diem: false,
  cost_code_number: '41',
  cost_code_id,
})
const look = (rows: readonly SheetRow[], entries: ReturnType<typeof entry>[] = [], prevailing = false) =>
  Object.fromEntries(
    outlookOn(head, rows, SUNDAY, {
      name: 'Kim Tran',
      entries,
      jobOf: () => ({
        number: '26-001',
        overtime_rule: prevailing ? 'prevailing' : 'standard',
        address: { ...noAddress, state: 'WA' },
      }),
      terms: { rules: defaultRules, zero_hour_per_diem: false, agreements: [], trade: null },
    }),
  )
const days = (hours: number) =>
  ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map((date, at) => entry(at + 1, date, hours))

test.each([
  [Number.NaN, 'Hours must be a number.'],
  [-3, 'Hours must be 0 or more.'],
  [7.555, 'Hours may have at most 2 decimals.'],
  [25, 'More than 24 hours entered for Kim Tran on 11/20.'],
])('%d hours are an error while they are typed', (hours, error) => {
  expect(look([row(1, hours)])[1]?.error).toBe(error)
})

test('more than 24 hours a day are counted over all lines and what is saved, and said once', () => {
  const found = look([row(1, 10), row(2, 8, 41)], [entry(9, FRIDAY, 7)])
  expect(found[1]?.error).toBeUndefined()
  expect(found[2]?.error).toBe('More than 24 hours entered for Kim Tran on 11/20.')
})

test('overtime to come is a warning with its reason', () => {
  expect(look([row(1, 8)], days(8))).toMatchObject({ 1: { error: undefined, warnings: [] } })
  expect(look([row(1, 8)], days(9.5))[1]?.warnings).toEqual(['6.00 h overtime: over 40 hours in the week.'])
})

test('more than ten hours on public works are a warning', () => {
  expect(look([row(1, 11)], [], true)[1]?.warnings).toEqual([
    'More than 10 hours on a public works project.',
    '3.00 h overtime: over 8 hours on prevailing projects on Fri.',
  ])
  expect(look([row(1, 11)])[1]?.warnings).toEqual([])
})

test('a code with time on the day is a warning, on another line or saved', () => {
  const twice = 'There is time on this code for this day already.'
  expect(look([row(1, 2), row(2, 3)])).toMatchObject({ 1: { warnings: [twice] }, 2: { warnings: [twice] } })
  expect(look([row(1, 2, 41)], [entry(9, FRIDAY, 4)])[1]?.warnings).toEqual([twice])
  expect(look([row(1, 2)], [entry(9, '2026-11-19', 4, 40)])[1]?.warnings).toEqual([])
})

test('the usual day is the last one worked, less what the day has already; 8 hours without one', () => {
  expect(usualHours([], FRIDAY)).toBe(8)
  expect(usualHours([entry(1, '2026-11-18', 10), entry(2, '2026-11-19', 6), entry(3, '2026-11-19', 3)], FRIDAY)).toBe(9)
  expect(usualHours([entry(1, '2026-11-19', 9), entry(2, FRIDAY, 2)], FRIDAY)).toBe(7)
  expect(usualHours([entry(1, FRIDAY, 8)], FRIDAY)).toBeUndefined()
})
