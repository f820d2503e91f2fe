import { expect, test } from 'vitest'
import { formatPhone } from './phone.ts'

test('a number is shown as the US writes it, without its leading 1', () => {
  expect(formatPhone('15095550142')).toBe('(509) 555-0142')
  expect(formatPhone('5095550142')).toBe('(509) 555-0142')
  expect(formatPhone('911')).toBe('911')
  expect(formatPhone(null)).toBe('')
})
