import { assert, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'

test.each([
  [0, '$0.00', '$0'],
  [1234.5, '$1,234.50', '$1,235'],
  [-1234567.891, '-$1,234,567.89', '-$1,234,568'],
  [-0.001, '$0.00', '$0'],
  [999.999, '$1,000.00', '$1,000'],
])('%d is %s, or %s in short', (dollars, long, short) => {
  expect(formatMoney(dollars)).toBe(long)
  expect(formatMoney(dollars, 'short')).toBe(short)
})

test('what is shown is what was meant, to the cent', () => {
  assert(
    property(double({ min: -1e9, max: 1e9, noNaN: true }), (dollars) => {
      const read = Number(formatMoney(dollars).replace(/[$,]/g, ''))
      expect(Math.abs(read - dollars)).toBeLessThanOrEqual(0.005000001)
    }),
  )
})
