import { expect, test } from 'vitest'
import { lengthInWords, lengthOf } from './lengths.ts'

test('feet are read with inches and fractions of them', () => {
  expect(lengthInWords(38 + 2.5 / 12, 'ft')).toBe(`38'-2 1/2"`)
  expect(lengthInWords(3, 'ft')).toBe(`3'-0"`)
  expect(lengthInWords(0.999, 'ft')).toBe(`1'-0"`)
  expect(lengthInWords(10 + 0.125 / 12, 'ft')).toBe(`10'-0 1/8"`)
  expect(lengthInWords(12.34, 'm')).toBe('12.3 m')
})

test('a line through several points is as long as its parts', () => {
  const points = [
    [0, 0],
    [0.5, 0],
    [0.5, 0.5],
  ] as const
  const scale = { units_per_pt: 0.1, unit: 'ft', by: 1, at: '' } as const
  expect(lengthOf({ points }, { width: 1000, height: 500 }, scale)).toBe(75)
})
