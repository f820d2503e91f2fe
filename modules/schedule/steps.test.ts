import { expect, test } from 'vitest'
import { beginsTicked, isOwnDraft } from './steps.ts'

test('drafts that nobody is known to have made are listed among one’s own, and discarded only if they are ticked', () => {
  expect([4, 5, null].map((drafted_id) => isOwnDraft({ drafted_id }, 4))).toEqual([true, false, true])
  const work = (drafted_id: number | null) => ({ kind: 'assignment' as const, drafted_id })
  expect([beginsTicked('discard', work(4)), beginsTicked('discard', work(null))]).toEqual([true, false])
  expect(beginsTicked('publish', work(null))).toBe(true)
  expect([
    beginsTicked('discard', { kind: 'phase', drafted_id: 4 }),
    beginsTicked('publish', { kind: 'phase', drafted_id: 4 }),
  ]).toEqual([false, true])
})
