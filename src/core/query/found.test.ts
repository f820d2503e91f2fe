import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAlmostIn, partsOfMistyped } from './found.ts'

const LEAST = 3
const hasParts = (text: string, word: string) =>
  partsOfMistyped(word, LEAST).some((parts) => parts.every((part) => ` ${text}`.includes(part)))

test('a text with one error in a word has all parts of one way (rule find)', () => {
  const letters = fc.constantFrom(...'abc')
  // Of four letters, one before and two behind an error are too few for the index.
  const words = fc.string({ unit: letters, minLength: 5, maxLength: 9 })
  fc.assert(
    fc.property(words, words, (text, word) => {
      if (isAlmostIn(text, word)) expect(hasParts(text, word)).toBe(true)
    }),
  )
})

test('no way is looked for that another one finds', () => {
  expect(partsOfMistyped('schol', LEAST)).toEqual([['hol'], [' sc'], [' shcol']])
  expect(partsOfMistyped('aaaa', LEAST)).toEqual([['aaa'], [' aa']])
})
