import { expect, test } from 'vitest'
import { formatHours, formatNumber, formatSigned, plainHours } from './numbers.ts'

test('hours have thousands separators and two decimals', () => {
  expect([7.5, 0, 1368, 12345.678, -1.5, -0.001].map(formatHours)).toEqual([
    '7.50',
    '0.00',
    '1,368.00',
    '12,345.68',
    '-1.50',
    '0.00',
  ])
})

test('hours in files have no separators, which would end a column', () => {
  expect([7.5, 1368].map(plainHours)).toEqual(['7.50', '1368.00'])
})

test('numbers have as many decimals as they need, within what is asked for', () => {
  expect([formatNumber(1368), formatNumber(1368.256), formatNumber(1368.256, 0)]).toEqual([
    '1,368',
    '1,368.26',
    '1,368',
  ])
  expect(formatNumber(0.5, 2, 2)).toBe('0.50')
})

test('signed numbers show a sign unless they are 0', () => {
  expect([3, -1.5, 0, -0.004, 1200].map((value) => formatSigned(value))).toEqual(['+3', '−1.5', '0', '0', '+1,200'])
})
