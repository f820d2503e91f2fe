import { expect, test } from 'vitest'
import { hrefOf, neighbour, readSpan, spanOf } from './span-place.ts'

test('the default is the last full week, by the company’s first day of the week', () => {
  expect(readSpan('', '2026-11-20', 'sunday')).toEqual({ starts_on: '2026-11-08', ends_on: '2026-11-14' })
  expect(readSpan('', '2026-11-20', 'monday')).toEqual({ starts_on: '2026-11-09', ends_on: '2026-11-15' })
  expect(readSpan('from=soon&to=2026-02-30', '2026-11-20', 'sunday').starts_on).toBe('2026-11-08')
})

test('two days select the whole weeks that contain them, at most ten', () => {
  const two = { starts_on: '2026-11-01', ends_on: '2026-11-14' }
  expect(spanOf('2026-11-11', '2026-11-03', 'sunday')).toEqual(two)
  expect(readSpan(hrefOf(two).split('?')[1] ?? '', '2026-11-20', 'sunday')).toEqual(two)
  expect(readSpan('from=2026-11-03', '2026-11-20', 'sunday').ends_on).toBe('2026-11-07')
  expect(spanOf('2026-01-04', '2026-12-31', 'sunday').ends_on).toBe('2026-03-14')
})

test('the previous and next spans have the same length', () => {
  const two = { starts_on: '2026-11-01', ends_on: '2026-11-14' }
  expect(neighbour(two, -1)).toEqual({ starts_on: '2026-10-18', ends_on: '2026-10-31' })
  expect(neighbour(neighbour(two, 1), -1)).toEqual(two)
})
