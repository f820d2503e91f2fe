import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excludes, implies } from './implies.ts'
import { matches } from './matches.ts'
import { between, not } from './where.ts'
import { runs } from '../../../tests/tier.ts'

test.each([
  ['the same', { project_id: 1 }, { project_id: 1 }, true],
  ['one of another project', { project_id: 2 }, { project_id: 1 }, false],
  ['a further condition', { $all: [{ project_id: 1 }, { resolved_at: null }] }, { $all: [{ project_id: 1 }] }, true],
  ['a missing condition', { project_id: 1 }, { project_id: 1, active: true }, false],
  ['a day in a range', { date: between('2026-03-02', '2026-03-02') }, { date: between('2026-03-01', null) }, true],
  ['an open end in a closed one', { date: between('2026-03-02', null) }, { date: between(null, '2026-03-09') }, false],
  ['two ends by two filters', range('2026-03-02', '2026-03-04'), range('2026-03-01', '2026-03-14'), true],
  ['a range that begins before', range('2026-02-28', '2026-03-04'), range('2026-03-01', '2026-03-14'), false],
  ['an operator that nothing is known about', { id: 4 }, { id: not(5) }, false],
])('%s', (_, narrow, broad, expected) => {
  expect(implies(narrow, broad)).toBe(expected)
})

function range(from: string, to: string) {
  return { $all: [{ date: between(from, null) }, { date: between(null, to) }] }
}

/** Conditions on two fields, and records that have them. */
const value = fc.integer({ min: 0, max: 3 })
const end = fc.option(value)
const ofField = fc.oneof(
  value,
  fc.constant(null),
  fc.array(value, { minLength: 1, maxLength: 3 }),
  fc.tuple(end, end).map(([from, to]) => between(from, to)),
  value.map((one) => not(one)),
)
const where = fc.record({ a: ofField, b: ofField }, { requiredKeys: [] })
const record = fc.record({ a: fc.option(value), b: fc.option(value) })
// Few of them apply.
const many = { numRuns: runs(5000) }

test('what implies another condition never matches a record that the other does not', () => {
  fc.assert(
    fc.property(where, where, record, (narrow, broad, one) => {
      const applies = implies(narrow, broad) && matches(narrow, one) === true
      return !applies || matches(broad, one) === true
    }),
    many,
  )
})

test('no record matches two conditions that exclude each other', () => {
  expect(excludes({ type: 'rfis', id: [1, 2] }, { type: 'tasks' })).toBe(true)
  expect(excludes({ $all: [{ type: ['rfis', 'tasks'] }] }, { type: 'tasks' })).toBe(false)
  expect(excludes({ type: 'rfis' }, { type: not('rfis') })).toBe(false)
  fc.assert(
    fc.property(
      where,
      where,
      record,
      (a, b, one) => !excludes(a, b) || !(matches(a, one) === true && matches(b, one) === true),
    ),
    many,
  )
})
