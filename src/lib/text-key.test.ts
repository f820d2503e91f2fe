import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../tests/any-text.ts'
import { compareKeys, textKey } from './text-key.ts'

test('accents and case do not matter', () => {
  expect(textKey('Ångström Électrique')).toBe('angstrom electrique')
  expect(textKey('ALREADY plain')).toBe('already plain')
})

test('keys are ordered as their UTF-8 bytes are', () => {
  const bytes = (text: string) => Buffer.from(text, 'utf8')
  fc.assert(
    fc.property(anyText(), anyText(), (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(bytes(a), bytes(b)))
    }),
  )
})
