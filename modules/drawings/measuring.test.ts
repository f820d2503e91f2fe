import { describe, expect, test } from 'vitest'
import { closed, inWords, kindOf, measured, opened, totalsOf } from './measuring.ts'

const page = { width: 1000, height: 500 }
const scale = { units_per_pt: 0.1, unit: 'ft', by: 1, at: '' } as const
const feet = (measurement: number) => inWords({ measurement, unit: 'ft' })

describe('measurements in words', () => {
  test('feet are read with inches and fractions of them', () => {
    expect(feet(38 + 2.5 / 12)).toBe(`38'-2 1/2"`)
    expect(feet(3)).toBe(`3'-0"`)
    expect(feet(0.999)).toBe(`1'-0"`)
    expect(feet(10 + 0.125 / 12)).toBe(`10'-0 1/8"`)
    expect(feet(10 + 0.75 / 12)).toBe(`10'-0 3/4"`)
  })

  test('meters, areas and counts have their unit behind them', () => {
    expect(inWords({ measurement: 12.34, unit: 'm' })).toBe('12.3 m')
    expect(inWords({ measurement: 1240.06, unit: 'sq ft' })).toBe('1,240.1 sq ft')
    expect(inWords({ measurement: 3.456, unit: 'm²' })).toBe('3.46 m²')
    expect(inWords({ measurement: 4, unit: 'ea' })).toBe('4 ea')
  })
})

describe('measuring', () => {
  test('a line through several points is as long as its parts', () => {
    const points = [
      [0, 0],
      [0.5, 0],
      [0.5, 0.5],
    ] as const
    expect(measured({ points }, 'length', page, scale)).toEqual({ measurement: 75, unit: 'ft' })
    expect(measured({ points }, 'length', page, null)).toBeNull()
  })

  test('an area is that of its outline, closed or not, in either direction', () => {
    const points = [
      [0, 0],
      [0.5, 0],
      [0.5, 0.5],
      [0, 0.5],
    ] as const
    const area = { measurement: 50 * 25, unit: 'sq ft' }
    expect(measured({ points }, 'area', page, scale)).toEqual(area)
    expect(measured({ points: closed(points) }, 'area', page, scale)).toEqual(area)
    expect(measured({ points: points.toReversed() }, 'area', page, { ...scale, unit: 'm' })).toEqual({
      ...area,
      unit: 'm²',
    })
    expect(closed(closed(points))).toHaveLength(5)
    expect(opened(closed(points))).toEqual(points)
  })

  test('things are counted without a scale', () => {
    const points = [
      [0, 0],
      [0.5, 0],
    ] as const
    expect(measured({ points }, 'count', page, null)).toEqual({ measurement: 2, unit: 'ea' })
  })

  test('what was measured is known by its unit', () => {
    expect(['ft', 'm', 'sq ft', 'm²', 'ea', null].map(kindOf)).toEqual([
      'length',
      'length',
      'area',
      'area',
      'count',
      'length',
    ])
  })
})

test('totals are by label and unit, those without a label last', () => {
  const mark = (text: string | null, measurement: number | null, unit: string | null = 'ft') => ({
    text,
    measurement,
    unit,
  })
  expect(
    totalsOf([mark('EMT', 10), mark(null, 1), mark('EMT', 2.5), mark('Box', 4, 'ea'), mark('EMT', 3, 'ea')]),
  ).toEqual([
    { label: 'Box', measurement: 4, unit: 'ea', of: 1 },
    { label: 'EMT', measurement: 3, unit: 'ea', of: 1 },
    { label: 'EMT', measurement: 12.5, unit: 'ft', of: 2 },
    { label: '', measurement: 1, unit: 'ft', of: 1 },
  ])
  expect(totalsOf([mark('Note', null, null)])).toEqual([])
})
