import { expect, test } from 'vitest'
import { readHours, readNumber } from './read-number.ts'

test.each([
  ['7.5', 7.5],
  ['7,5', 7.5],
  [' 8 ', 8],
  ['.25', 0.25],
  ['-3', -3],
  ['−3', -3],
  ['1,250.50', 1250.5],
  ['12,345,678', 12_345_678],
  ['', null],
  ['abc', Number.NaN],
  ['8h', Number.NaN],
  ['1,2,3', Number.NaN],
  ['8:30', Number.NaN],
])('reads the number %j as %j', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

test.each([
  ['8:30', 8.5],
  ['7:20', 7.33],
  ['0:05', 0.08],
  ['7,5', 7.5],
  ['7.555', 7.555],
  ['8:75', Number.NaN],
  ['', null],
])('reads the hours %j as %j', (text, hours) => {
  expect(readHours(text)).toBe(hours)
})
