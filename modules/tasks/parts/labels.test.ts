import { expect, test } from 'vitest'
import type { Task } from '../entities.ts'
import { openLinesQuestion } from '../guards.ts'
import { timeOf } from './labels.ts'

test('a person’s tasks are overdue, for today, this week or later, by the company’s week', () => {
  // A Thursday; the week begins on Sunday.
  const of = (due_date: string | null) => timeOf({ due_date }, '2026-11-19', 'sunday')
  expect(of('2026-11-18')).toBe('overdue')
  expect(of('2026-11-19')).toBe('today')
  expect(of('2026-11-21')).toBe('week')
  expect(of('2026-11-22')).toBe('later')
  expect(timeOf({ due_date: '2026-11-22' }, '2026-11-19', 'monday')).toBe('week')
  expect(of(null)).toBe('later')
})

test('completing a task with open lines is asked about', () => {
  const line = (done_at: string | null) => ({ id: 1, text: 'Line', done_id: null, done_at })
  const task = (...done: (string | null)[]) => ({ checklist: done.map(line) }) as Task
  expect(openLinesQuestion(task())).toBeNull()
  expect(openLinesQuestion(task('2026-11-19T10:00:00.000Z'))).toBeNull()
  expect(openLinesQuestion(task(null))).toBe('1 line is still open. Complete the task anyway?')
  expect(openLinesQuestion(task(null, null))).toBe('2 lines are still open. Complete the task anyway?')
})
