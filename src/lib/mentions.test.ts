import { expect, test } from 'vitest'
import { mentionedIn, partsOf } from './mentions.ts'

const names = ['Kim Tran', 'Kim', 'Jo Reyes (GC)']

test('a mention is @ and a whole known name, the longest that fits', () => {
  expect(mentionedIn('@Kim Tran and @Kim: see @Jo Reyes (GC), not @Kimberly or jo@Kim.test', names)).toEqual([
    'Kim Tran',
    'Kim',
    'Jo Reyes (GC)',
  ])
})

test('text, addresses and mentions come apart and make the message again', () => {
  const text = 'See https://plans.example/e3.2?x=1, @Kim.\n<b>bold</b>'
  const parts = partsOf(text, names)
  expect(parts.map(({ kind }) => kind)).toEqual(['text', 'link', 'text', 'mention', 'text'])
  expect(parts[1]?.text).toBe('https://plans.example/e3.2?x=1')
  expect(parts.map((part) => part.text).join('')).toBe(text)
})

test('what is no web address is no link, and without names there are no mentions', () => {
  expect(partsOf('javascript:alert(1) ftp://x @Kim', []).map(({ kind }) => kind)).toEqual(['text'])
})
