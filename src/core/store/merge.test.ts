import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOlder, merge, same } from './merge.ts'

test('stamps are compared as moments, whatever their spelling', () => {
  expect(isOlder('2026-03-01T09:00:00+02:00', '2026-03-01T08:00:00.000Z')).toBe(true)
  expect(isOlder('2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00Z')).toBe(false)
})

test('a record sent in part keeps what was not sent', () => {
  expect(merge({ name: 'Rose', notes: 'long' }, { name: 'Rosa' })).toEqual({ name: 'Rosa', notes: 'long' })
})

test('merging a copy, or a part of one, changes nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.func(fc.boolean()), (record, pick) => {
      const copy: typeof record = structuredClone(record)
      expect(merge(record, copy)).toBe(record)
      expect(merge(record, Object.fromEntries(Object.entries(copy).filter(([key]) => pick(key))))).toBe(record)
    }),
  )
})

test('equality is that of JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      // Negative zero is the one number JSON cannot write.
      const text = (value: unknown) => JSON.stringify(value, (_, inner) => sortKeys(inner))
      if (text(a) !== text(b)) expect(same(a, b)).toBe(false)
    }),
  )
})

const sortKeys = (value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
