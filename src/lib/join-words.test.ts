import { expect, test } from 'vitest'
import { joinWords } from './join-words.ts'

test('what is not known is left out', () => {
  expect(joinWords('2026-014', 'Canyon Lakes Elementary')).toBe('2026-014 Canyon Lakes Elementary')
  expect(joinWords(null, 'Canyon Lakes Elementary')).toBe('Canyon Lakes Elementary')
  expect(joinWords(undefined, null, '')).toBe('')
})
