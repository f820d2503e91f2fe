import { expect, test } from 'vitest'
import type { HistoryEntry } from '#core/resource/resource.ts'
import { undoneEntries } from './undone-entries.ts'

/** An entry of a history, of the change of that name, which may take back another one. */
const entry = (change_id: string | null, undoes: string | null = null): HistoryEntry => ({
  id: Math.random(),
  user_id: 1,
  action: undoes ? 'undone' : 'updated',
  changes: {},
  created_at: '2026-03-01T08:00:00.000Z',
  change_id,
  undoes,
})
/** Which entries are undone, counted from the oldest. */
function undoneIn(...entries: HistoryEntry[]): number[] {
  const undone = undoneEntries(entries.toReversed())
  return entries.flatMap((one, at) => (undone.has(one.id) ? [at] : []))
}

test('a change that was undone is, and the change that undid it can be', () => {
  expect(undoneIn(entry('a'), entry('b'), entry('c', 'a'))).toEqual([0])
})

test('a change that was done again is not, and what had undone it is', () => {
  expect(undoneIn(entry('a'), entry('b', 'a'), entry('c', 'b'))).toEqual([1])
})

test('what is too old to be undone has no name, and is nobody’s to undo', () => {
  expect(undoneIn(entry(null), entry(null), entry('c', 'a'))).toEqual([])
})
