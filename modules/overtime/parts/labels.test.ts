import { expect, test } from 'vitest'
import { defaultRules, rulesIn } from '#lib/overtime/rules.ts'
import { daysText, fourTenText, hoursText, timesText, whenText } from './labels.ts'

test('rules are formatted for display', () => {
  expect([1, 8.5].map(hoursText)).toEqual(['1 hour', '8.5 hours'])
  expect(([1, 1.5, 2] as const).map(timesText)).toEqual(['Straight', '1.5×', '2×'])
  expect(['WA', 'OR', 'ID'].map((state) => fourTenText(rulesIn(defaultRules, state).four_ten))).toEqual([
    '10 hours by agreement',
    '10 hours by agreement, Mon–Thu or Tue–Fri',
    'None',
  ])
  expect(daysText(['friday', 'tuesday', 'sunday'])).toBe('Tue, Fri, Sun')
})

test('a holiday is described by its date or weekday', () => {
  const { holidays } = rulesIn(defaultRules, 'WA')
  expect(holidays.slice(2, 6).map(whenText)).toEqual([
    'July 4',
    'September, first Monday',
    'November, fourth Thursday',
    'November, fourth Thursday, the day after',
  ])
})
