import fc from 'fast-check'
import { anyText } from '../any-text.ts'

/** Texts that commonly break servers. */
export const nasty = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '🙂'.repeat(100),
  'x'.repeat(30_000),
  '%',
  '_',
  '"',
  "'",
  "'; drop table users; --",
  '\\',
  '../../etc/passwd',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999999',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '{"$ne":1}',
  '$either',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  'NEAR("a" b)',
  'a" OR "b',
  '=1+1',
  'a\r\nSet-Cookie: b=c',
  '\u202e',
  'İ',
]
export const hostileText = fc.oneof(fc.constantFrom(...nasty), fc.string(), anyText())
export const hostileValue = fc.oneof(
  hostileText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, { toString: 1 }, { toString: null, valueOf: [] }, { toJSON: 1 }, [1], [[]]),
  fc.jsonValue({ maxDepth: 3 }),
)
