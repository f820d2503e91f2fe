import { expect, test } from 'vitest'
import { dayOfHoliday, holidayOn, type Holiday } from './holidays.ts'
import { defaultRules, rulesIn } from './rules.ts'

const named = (name: string): Holiday => {
  const found = rulesIn(defaultRules, 'WA').holidays.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

test('holidays fall where they do in any year', () => {
  const of = (name: string, ...years: number[]) => years.map((year) => dayOfHoliday(named(name), year))
  expect(of('New Year’s Day', 2026)).toEqual(['2026-01-01'])
  expect(of('Memorial Day', 2026, 2027, 2028)).toEqual(['2026-05-25', '2027-05-31', '2028-05-29'])
  expect(of('Labor Day', 2025, 2026)).toEqual(['2025-09-01', '2026-09-07'])
  expect(of('Thanksgiving', 2024, 2026)).toEqual(['2024-11-28', '2026-11-26'])
  // The Friday after the fourth Thursday, which is the fifth Friday when the month begins on one.
  expect(of('Day after Thanksgiving', 2024, 2026)).toEqual(['2024-11-29', '2026-11-27'])
})

test('a date that a year does not have is no holiday in it', () => {
  const leap: Holiday = { name: 'Leap Day', month: 2, on: 'date', day: 29 }
  expect([2027, 2028].map((year) => dayOfHoliday(leap, year))).toEqual([null, '2028-02-29'])
})

test('one on a weekend moves to the weekday beside it where a state shifts them, and only there', () => {
  const or = rulesIn(defaultRules, 'OR')
  expect(['2026-07-03', '2026-07-04', '2026-07-06'].map((day) => holidayOn(or, day))).toEqual([
    'Independence Day (observed)',
    null,
    null,
  ])
  expect(holidayOn(or, '2021-12-31')).toBe('New Year’s Day (observed)')
  const unmoved = { ...or, shift_holidays: false }
  expect(['2026-07-03', '2026-07-04'].map((day) => holidayOn(unmoved, day))).toEqual([null, 'Independence Day'])
})
