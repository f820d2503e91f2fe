import { expect, test } from 'vitest'
import { showCustomValue } from './custom-values.ts'

test.each([
  ['string', 'Gate 4', 'Gate 4'],
  ['number', 1234.5, '1,234.5'],
  ['link', 'https://example.com', 'https://example.com'],
  ['select', 2, 'Blue'],
  ['select', 9, ''],
  ['boolean', true, 'Yes'],
  ['whatever else', false, 'No'],
  ['string', null, ''],
  ['number', 0, '0'],
])('a %s of %j is shown as "%s"', (type, value, words) => {
  expect(showCustomValue(type, value, [{ id: 2, name: 'Blue' }])).toBe(words)
})
