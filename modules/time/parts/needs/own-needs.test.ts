import { expect, test } from 'vitest'
import type { Timecard } from '../../entities.ts'
import { needOf } from './own-needs.tsx'

test('a week that was sent back is as overdue as it is long over', () => {
  const week = { id: 1, week_start: '2026-11-01', rejected_at: '2026-11-10T10:00:00.000Z', rejected_reason: 'No.' }
  expect(needOf(week as Timecard, '2026-11-20')).toMatchObject({ rank: 'late', overdue: 13 })
})
