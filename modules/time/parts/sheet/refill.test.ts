import { expect, test } from 'vitest'
import type { Waiting } from '#core/writes/mutation.ts'
import type { Failure } from '#core/resource/result.ts'
import type { timeEntries } from '../../entities.ts'
import { nameOf, refill, restore, typedOf } from './refill.ts'
import { createSheet } from './sheet.ts'

const drafts = [
  { user_id: 2, type: 'standard', project_id: 7, cost_code_id: 40, date: '2026-11-18', hours: 8, per_diem: true },
  { user_id: 3, type: 'standard', project_id: 7, cost_code_id: 41, date: '2026-11-18', hours: 2.5, notes: 'Half day' },
] as const
const waiting = (refused: Failure<never>): Waiting<typeof timeEntries> => ({
  at: 1,
  user: 1,
  entity: 'time_entry',
  params: {},
  verb: 'save',
  many: true,
  made: [],
  drafts,
  key: 'k',
  kept_at: '2026-11-18T16:00:00Z',
  state: 'refused',
  waitsFor: undefined,
  refused,
})

test('a refused change is shown on the sheet as it was entered, with errors on their lines', () => {
  const sheet = createSheet({ project_id: 7, date: '2026-11-19', own: 1 })
  refill(
    sheet,
    waiting({ ok: false, status: 422, message: 'No.', errors: { 'data.1': ['This week is approved and locked.'] } }),
  )
  expect(sheet.head.value).toEqual({ type: 'standard', date: '2026-11-18', project_id: 7, per_diem: true })
  expect(sheet.rows.value).toMatchObject([
    { user_id: 2, hours: 8, cost_code_id: 40, notes: '' },
    { user_id: 3, hours: 2.5, cost_code_id: 41, notes: 'Half day', error: 'This week is approved and locked.' },
  ])
  expect(sheet.alert.value).toBeNull()
})

test('an error that belongs to no line is shown for the whole sheet', () => {
  const sheet = createSheet({ project_id: 7, date: '2026-11-19', own: 1 })
  refill(sheet, waiting({ ok: false, status: 403, message: 'You do not have permission to do that.', errors: {} }))
  expect(sheet.alert.value).toBe('You do not have permission to do that.')
})

test('what is kept of a sheet has each person’s per diem, and says in words whose, where and when', () => {
  const sheet = createSheet({ project_id: 7, date: '2026-11-19', own: 1 })
  sheet.add([{ user_id: 2, hours: 8, per_diem: true }])
  const typed = typedOf(sheet.head.value, sheet.rows.value)
  const again = createSheet({ project_id: 9, date: '2026-11-22', own: 1 })
  restore(again, typed)
  expect(again.head.value).toMatchObject({ project_id: 7, date: '2026-11-19' })
  expect(again.rows.value).toMatchObject([
    { user_id: 1, per_diem: false },
    { user_id: 2, hours: 8, per_diem: true },
  ])
  expect(nameOf(typed, (id) => (id === 7 ? '26-001' : undefined))).toBe('26-001, 2 people, 11/19')
})
