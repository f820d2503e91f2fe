import { expect, test } from 'vitest'
import { defaultRules } from '#lib/overtime/rules.ts'
import { exampleText } from './example-week.ts'

test('a week is told by the rules that hours are paid by', () => {
  const week = 'A week of 8, 9, 10, 8 and 8 hours is 40.00 regular and 3.00 at 1.5×.'
  expect(exampleText(defaultRules, 'WA')).toBe(`${week} On a prevailing project in Washington it is the same.`)
  const six = { ...defaultRules, other: { ...defaultRules.other, daily_limit: 6 } }
  expect(exampleText(six, 'ID')).toBe(`${week} On a prevailing project in Idaho it is 30.00 regular and 13.00 at 1.5×.`)
  expect(exampleText({ ...defaultRules, weekly_limit: 50 }, null)).toBe(
    'A week of 8, 9, 10, 8 and 8 hours is 43.00 regular. On a prevailing project it is 40.00 regular and 3.00 at 1.5×.',
  )
})
