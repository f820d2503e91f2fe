import { expect, test } from 'vitest'
import type { Task } from '../entities.ts'
import type { CurrentUser } from '#core/access/access.ts'
import { mayComplete, openLinesIn, openLinesQuestion } from '../guards.ts'
import { timeOf } from './labels.ts'

test('a person’s tasks are late, for today, this week or later, by the company’s week', () => {
  // A Thursday; the week begins on Sunday.
  const of = (due_date: string | null) => timeOf({ due_date }, '2026-11-19', 'sunday')
  expect(of('2026-11-18')).toBe('late')
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
  expect(openLinesIn([task()])).toBeNull()
  expect(openLinesIn([task(), task(null)])).toBe('1 of them has open lines. Complete it anyway?')
  expect(openLinesIn([task(null), task(null)])).toBe('2 of them have open lines. Complete them anyway?')
  expect(openLinesQuestion(task(null, null))).toBe('2 lines are still open. Complete the task anyway?')
})

test('rule task: who edits only their own completes for nobody else, whoever made the task', () => {
  const person = (role: string) =>
    ({
      id: 7,
      role,
      customer_id: null,
      contact_type_id: null,
      permissions: { tasks: { edit: true } },
    }) as never as CurrentUser
  const task = (assigned_id: number | null) => ({ user_id: 7, assigned_id })
  expect([7, null, 8].map((id) => mayComplete(task(id), person('employee')))).toEqual([true, true, false])
  expect([7, null, 8].map((id) => mayComplete(task(id), person('foreman')))).toEqual([true, true, true])
})
