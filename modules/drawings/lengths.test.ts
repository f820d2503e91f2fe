import { expect, test } from 'vitest'
import { readLength, scalesIn, usualScales } from './lengths.ts'

test.each([
  [`40'`, 40, 'ft'],
  ['40', 40, 'ft'],
  ['40 ft', 40, 'ft'],
  [`12'-6"`, 12.5, 'ft'],
  [`12' 6"`, 12.5, 'ft'],
  [`12'6`, 12.5, 'ft'],
  ['12 6', 12.5, 'ft'],
  ['12-6', 12.5, 'ft'],
  [`12’-6 1/2”`, 12 + 6.5 / 12, 'ft'],
  [`12'-0 3/4"`, 12 + 0.75 / 12, 'ft'],
  [`8"`, 8 / 12, 'ft'],
  ['3.5 m', 3.5, 'm'],
  ['3,5m', 3.5, 'm'],
  ['350 cm', 3.5, 'm'],
  ['1200 mm', 1.2, 'm'],
])('a length is read as it is typed: %s', (typed, length, unit) => {
  expect(readLength(typed)).toEqual({ length: expect.closeTo(length, 9), unit })
})

test.each(['', 'wide', '0', `-4'`, '12 6 3', '1:100', '3 miles', `1/0"`])('what is no length is none: %s', (typed) => {
  expect(readLength(typed)).toBeNull()
})

test('the scale that a title block names is known in whichever form it is written', () => {
  const named = (...texts: string[]) => scalesIn(texts).map(({ name }) => name)
  for (const text of [`SCALE: 1/8" = 1'-0"`, `1/8"=1'-0"`, '1/8 in. = 1 ft', `1/8” = 1’`])
    expect([text, named(text)]).toEqual([text, [`1/8" = 1'-0"`]])
  expect(named(`1 1/2" = 1'-0"`, `1-1/2" = 1'-0"`)).toEqual([`1 1/2" = 1'-0"`])
  expect(named(`1" = 20'`, `1"=20'-0"`, `1/4" = 1'-0"`)).toEqual([`1" = 20'`, `1/4" = 1'-0"`])
  expect(named('1:50', 'Phase 11:500', 'AS NOTED')).toEqual(['1:50'])
})

test('a usual scale says how long a point of the page is', () => {
  const of = (name: string) => usualScales.find((one) => one.name === name)?.units_per_pt
  expect(of(`1/8" = 1'-0"`)).toBeCloseTo(8 / 72, 9)
  expect(of(`1 1/2" = 1'-0"`)).toBeCloseTo(1 / 1.5 / 72, 9)
  expect(of('1:100')).toBeCloseTo(2.54 / 72, 9)
})
