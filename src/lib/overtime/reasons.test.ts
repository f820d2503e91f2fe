import { expect, test } from 'vitest'
import { overtimeKind } from './reasons.ts'

test('a reason says its kind', () => {
  expect(overtimeKind('Over 40 hours in the week')).toBe('week')
  expect(overtimeKind('Over 8 hours on prevailing projects on Tue')).toBe('day')
  expect(overtimeKind('Over 8 hours on prevailing projects on Tue; over 40 hours in the week')).toBe('both')
  expect(overtimeKind('Sunday on a prevailing project in WA')).toBe('premium')
})
