import { expect, test } from 'vitest'
import type { PunchItem } from '../entities.ts'
import { daysLate, dueLabel } from './labels.ts'
import { frequent, suggestionsFor } from './suggestions.ts'

const today = '2026-11-22'
/** An item with the fields that its due date depends on. */
const item = (part: Partial<PunchItem>) =>
  ({ due_date: null, completed_at: null, closed_at: null, ...part }) as PunchItem

test('only an open item is late', () => {
  expect(dueLabel(item({ due_date: '2026-11-20' }), today)).toBe('Due Fri, Nov 20 · 2 days late')
  expect(dueLabel(item({ due_date: today }), today)).toBe('Due today')
  expect(dueLabel(item({ due_date: '2026-11-24' }), today)).toBe('Due Tue, Nov 24')
  expect(daysLate(item({ due_date: '2026-11-20', completed_at: '2026-11-20T10:00:00.000Z' }), today)).toBe(0)
})

test('titles that hold what was typed are offered once, whatever their case', () => {
  const titles = ['Plate missing', 'Not labelled', 'plate missing', 'Cover plate cracked']
  expect(suggestionsFor('plate', titles)).toEqual(['plate missing', 'Cover plate cracked'])
  expect(suggestionsFor('Not labelled', titles)).toEqual([])
  expect(frequent(['a', null, 'b', 'b'], 1)).toEqual(['b'])
})
