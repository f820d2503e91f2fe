import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandScale, linearScale, ticksTo } from './scale.ts'

test('values are mapped from zero to the maximum', () => {
  const y = linearScale(20, 200, 0)
  expect([y(0), y(5), y(20)]).toEqual([200, 150, 0])
  expect(linearScale(0, 200, 0)(7)).toBe(200)
})

test('ticks are round, begin at zero and reach the maximum', () => {
  expect(ticksTo(22)).toEqual([0, 5, 10, 15, 20, 25])
  expect(ticksTo(0)).toEqual([0, 1])
  expect(ticksTo(6)).toEqual([0, 1, 2, 3, 4, 5, 6])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (max) => {
      const ticks = ticksTo(max)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(ticks.at(-2)).toBeLessThan(max)
    }),
  )
})

test('columns share the width, with half of the gap at each side', () => {
  const band = bandScale(4, 0.2)
  expect([band.step, band.width, band.start(0), band.start(3)]).toEqual([25, 20, 2.5, 77.5])
})
