import { expect, test } from 'vitest'
import { suggested, typedMention } from './typed-mention.ts'

const names = ['Ray Ochoa', 'Kim Tran', 'Ruth Kimball', 'Søren Åse']

test.each([
  // text before the caret, the name typed so far
  ['@', ''],
  ['Ask @ki', 'ki'],
  ['Ask (@Kim T', 'Kim T'],
  ['@Søren Å', 'Søren Å'],
  ['kim@tran', undefined],
  ['@Kim Tran, see', undefined],
  ['Nothing', undefined],
])('%j has the typed mention %j', (text, name) => {
  expect(typedMention(text)?.name).toBe(name)
})

test('people are offered by the beginning of any of their names, and no longer once a name is complete', () => {
  expect(suggested(names, 'ki')).toEqual(['Kim Tran', 'Ruth Kimball'])
  expect(suggested(names, 'kim t')).toEqual(['Kim Tran'])
  expect(suggested(names, 'Kim Tran')).toEqual([])
  expect(suggested(names, '')).toHaveLength(4)
})
