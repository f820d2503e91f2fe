import { expect, test } from 'vitest'
import type { CertifiedWeek } from '../week.ts'
import { needOf } from './form-needs.tsx'

const week = (due_on: string, late: boolean): CertifiedWeek => ({
  project_id: 1,
  week_start: '2026-11-01',
  project: '26-001 School',
  due_on,
  hours: 40,
  state: 'due',
  form: null,
  late,
})

test('what is late is as overdue as its oldest week, so that Home has the worst first', () => {
  const weeks = [week('2026-11-14', true), week('2026-11-07', true), week('2026-11-28', false)]
  expect(needOf(weeks, '2026-11-20')).toMatchObject({ rank: 'late', late: '2 late', overdue: 13 })
  expect(needOf([week('2026-11-28', false)], '2026-11-20')).not.toHaveProperty('overdue')
})
