import { expect, test } from 'vitest'
import type { HistoryEntry } from '#core/resource/resource.ts'
import { undoneEntries } from './undone-entries.ts'

let id = 0
/** An entry of a history, which is written oldest first here. */
const entry = (action: string, changes: Record<string, [unknown, unknown]> = {}): HistoryEntry => ({
  id: ++id,
  user_id: 1,
  action,
  changes: Object.fromEntries(Object.entries(changes).map(([name, [from, to]]) => [name, { old: from, new: to }])),
  created_at: '2026-03-01T08:00:00.000Z',
})
/** Which entries are undone, counted from the oldest. */
function undoneIn(...entries: HistoryEntry[]): number[] {
  const undone = undoneEntries(entries.toReversed())
  return entries.flatMap((one, at) => (undone.has(one.id) ? [at] : []))
}

test('a change that was undone is, and the change that undid it can be', () => {
  expect(undoneIn(entry('updated', { name: ['A', 'B'] }), entry('undone', { name: ['B', 'A'] }))).toEqual([0])
})

test('a change that was done again is not, and what had undone it is', () => {
  const [made, back, again] = [{ name: ['A', 'B'] }, { name: ['B', 'A'] }, { name: ['A', 'B'] }] as Parameters<
    typeof entry
  >[1][]
  expect(undoneIn(entry('updated', made), entry('undone', back), entry('undone', again))).toEqual([1])
})

test('a change of which a part stays because others changed it is', () => {
  const made = entry('updated', { name: ['A', 'B'], city: ['Pasco', 'Burbank'] })
  const others = entry('updated', { city: ['Burbank', 'Kennewick'] })
  expect(undoneIn(made, others, entry('undone', { name: ['B', 'A'] }))).toEqual([0])
})

test('the same change made twice is undone once, the last one', () => {
  const twice = [entry('updated', { done: [false, true] }), entry('updated', { done: [true, false] })]
  const more = [entry('updated', { done: [false, true] }), entry('undone', { done: [true, false] })]
  expect(undoneIn(...twice, ...more)).toEqual([2])
})

test('what was typed back by hand undoes nothing', () => {
  expect(undoneIn(entry('updated', { name: ['A', 'B'] }), entry('updated', { name: ['B', 'A'] }))).toEqual([])
})

test('a record that was brought back is deleted no more', () => {
  expect(undoneIn(entry('created'), entry('deleted'), entry('restored'))).toEqual([1])
})
