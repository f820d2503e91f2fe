import { expect, test } from 'vitest'
import { troubleOf } from './trouble.ts'

const coded = (code: string, message = 'It failed.') => Object.assign(new Error(message), { code })

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])('%s is no room', (code) => {
  expect(troubleOf(coded(code))).toBe('full')
})

test.each(['ECONNREFUSED', 'ECONNRESET', '08006', '57P01', '57P02', '57P03', '53300', '25006'])(
  '%s is nobody there',
  (code) => {
    expect(troubleOf(coded(code))).toBe('away')
  },
)

test('the driver’s own words are understood, and SQLite’s number', () => {
  expect(troubleOf(new Error('Connection terminated unexpectedly'))).toBe('away')
  expect(troubleOf(new Error('timeout exceeded when trying to connect'))).toBe('away')
  expect(
    troubleOf(Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })),
  ).toBe('full')
})

test('what is our own fault stays ours', () => {
  for (const error of [coded('23505'), coded('42P01'), new TypeError('x is undefined'), 'full', null])
    expect(troubleOf(error)).toBeNull()
})
