import { expect, test } from 'vitest'
import { daysPast, dueParts, dueText, isSoon } from './due.ts'

const today = '2026-11-23'

test.each([
  [null, ''],
  ['2026-12-04', 'Due Fri, Dec 4'],
  ['2026-11-24', 'Due tomorrow'],
  ['2026-11-23', 'Due today'],
  ['2026-11-22', 'Due Sun, Nov 22 · 1 day late'],
  ['2026-11-20', 'Due Fri, Nov 20 · 3 days late'],
])('rule due: what is due on %s says “%s”', (due, text) => {
  expect(dueText(due, today)).toBe(text)
  expect(dueText(due, today, { bare: true }).toLowerCase()).toBe(text.toLowerCase().replace('due ', ''))
  expect(dueParts(due, today).late !== '').toBe(daysPast(due, today) > 0)
})

test('what is due within two days is soon due', () => {
  expect(['2026-11-20', '2026-11-25', '2026-11-26', null].map((due) => isSoon(due, today))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
