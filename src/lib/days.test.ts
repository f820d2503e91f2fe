import { assert, constantFrom, date, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dayIn,
  daysBetween,
  daysOfWeek,
  formatDay,
  formatMonthDay,
  formatWeekday,
  startOfWeek,
  weekdayOf,
  isDay,
} from './days.ts'

const anyDay = date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true }).map((value) =>
  value.toISOString().slice(0, 10),
)

test('days are shown as rule dates says', () => {
  expect(formatMonthDay('2026-11-05')).toBe('11/5')
  expect(formatDay('2026-11-20')).toBe('11/20/26')
  expect(formatWeekday('2026-11-20')).toBe('Fri, Nov 20')
})

test('weeks start on Sunday, or on Monday when told', () => {
  expect(startOfWeek('2026-11-20')).toBe('2026-11-15')
  expect(startOfWeek('2026-11-20', 'monday')).toBe('2026-11-16')
  expect(startOfWeek('2026-11-15', 'monday')).toBe('2026-11-09')
})

test('a week has seven days, begins on its first and holds the day it is of', () => {
  assert(
    property(anyDay, constantFrom('sunday' as const, 'monday' as const), (day, start) => {
      const week = daysOfWeek(day, start)
      expect(week).toContain(day)
      expect(new Set(week).size).toBe(7)
      expect(weekdayOf(week[0] ?? '')).toBe(start === 'monday' ? 1 : 0)
    }),
  )
})

test('adding days and counting them are each other’s reverse, across clock changes and leap years', () => {
  assert(
    property(anyDay, integer({ min: -5000, max: 5000 }), (day, days) => {
      expect(daysBetween(day, addDays(day, days))).toBe(days)
    }),
  )
})

test('today depends on where the company is', () => {
  const moment = new Date('2026-11-20T06:30:00Z')
  expect(dayIn('America/Los_Angeles', moment)).toBe('2026-11-19')
  expect(dayIn('America/New_York', moment)).toBe('2026-11-20')
})

test('a day is one that there is', () => {
  expect(['2026-02-28', '2024-02-29', '2026-02-30', '2026-13-01', '26-01-01', 'today', ''].map(isDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
