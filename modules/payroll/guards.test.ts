import { expect, test } from 'vitest'
import { blocking, isDue, isReady, spanOf } from './guards.ts'
import type { PayrollWeek } from './rows.ts'

const week = (name: string, more: Partial<PayrollWeek> = {}): PayrollWeek => ({
  timecard_id: 1,
  user_id: 1,
  name,
  employee_code: 'E104',
  license: null,
  week_start: '2026-03-08',
  state: 'approved',
  hours: 40,
  totals: null,
  sound: true,
  batch_id: null,
  ...more,
})

test('approved weeks of people with a code are exported, also those that were exported before', () => {
  expect(blocking([week('Kim'), week('Lee', { state: 'exported' })])).toEqual({})
  expect(blocking([])).toEqual({})
})

test('what blocks an export is counted, and each person is named once', () => {
  const uncoded = { employee_code: null }
  expect(blocking([week('Kim', uncoded), week('Lee', { employee_code: '' }), week('Kim', uncoded)])).toEqual({
    employee_code: ['Missing employee code: Kim, Lee'],
  })
  expect(blocking([week('Kim', { state: 'open' })])).toEqual({ approved: ['1 week not approved'] })
  const open = (['open', 'submitted', 'rejected'] as const).map((state) => week('Kim', { state }))
  expect(blocking(open)).toEqual({ approved: ['3 weeks not approved'] })
  expect(blocking([week('Kim'), week('Lee', { sound: false })])).toEqual({
    sound: ['Hours differ from what was approved: Lee'],
  })
})

test('a week is due until it is exported as it is, and ready when nothing blocks it', () => {
  expect((['new', 'change', 'exported'] as const).map((kind) => isDue(week('Kim', { kind })))).toEqual([
    true,
    true,
    false,
  ])
  expect([week('Kim'), week('Lee', { state: 'open' }), week('Pat', { employee_code: null })].map(isReady)).toEqual([
    true,
    false,
    false,
  ])
})

test('a span goes from the first day of the first week to the last of the last, in whatever order they come', () => {
  const weeks = ['2026-03-15', '2026-03-01', '2026-03-08'].map((week_start) => ({ week_start }))
  expect(spanOf(weeks)).toEqual({ starts_on: '2026-03-01', ends_on: '2026-03-21' })
  expect(spanOf([])).toEqual({ starts_on: '', ends_on: '' })
})
