import { expect, test } from 'vitest'
import type { TimeEntry } from '../time/entities.ts'
import { exceptionsOf } from './exceptions.ts'

const card = { id: 7, user_id: 1, user_name: 'Kim Tran', week_start: '2026-11-15', disputed_reason: null }
let ids = 0
const code = { id: 3, number: '120', name: 'Rough-in', category_number: '26', category_name: 'Electrical' }
const entry = (more: Partial<TimeEntry>) =>
  ({
    id: ++ids,
    user_id: 1,
    type: 'standard',
    date: '2026-11-16',
    hours: 8,
    project_id: 4,
    project_number: '26-041',
    cost_code_id: 3,
    cost_code: code,
    ...more,
  }) as TimeEntry
const found = (
  entries: readonly TimeEntry[],
  more: object = {},
  warnings: Parameters<typeof exceptionsOf>[0]['warnings'] = [],
) =>
  exceptionsOf({ card: { ...card, ...more }, entries, warnings }).map(({ kind, date, hours, text }) => [
    kind,
    date.slice(-2),
    hours,
    text,
  ])

test('a day of more than twelve hours, in whatever entries (rule payroll-exceptions)', () => {
  const shop = { type: 'shop', project_id: null, cost_code_id: null, cost_code: null } as const
  expect(found([entry({}), entry({ ...shop, hours: 4 })])).toEqual([])
  expect(found([entry({}), entry({ ...shop, hours: 4.01 })])).toEqual([['over_12', '16', 12.01, '']])
})

test('the same code twice on a day, and a code that is missing, with the one used last on its job', () => {
  expect(found([entry({ hours: 4 }), entry({ hours: 3 })])).toEqual([
    ['twice', '16', 7, '26.120 - Electrical Rough-in'],
  ])
  const without = { cost_code_id: null, cost_code: null, hours: 3, date: '2026-11-17' }
  expect(found([entry({}), entry(without)])).toEqual([['no_code', '17', 3, 'On 11/16: 26.120 - Electrical Rough-in']])
  expect(found([entry({ project_id: 5 }), entry(without)])[0]?.[3]).toBe('')
})

test('what is disputed, and hours that the law permits only as an exception', () => {
  const disputed = { disputed_at: '2026-11-20T10:00:00Z', disputed_reason: 'I left at 3:30', dispute_answered_at: null }
  expect(found([entry({})], disputed)).toEqual([['disputed', '15', 8, 'I left at 3:30']])
  const warning = { kind: 'public_works_hours', date: '2026-11-16', text: 'More than 10 hours.' } as const
  expect(found([entry({})], {}, [{ ...warning, blocks: true }])).toEqual([['law', '16', 8, 'More than 10 hours.']])
  expect(found([entry({})], {}, [{ ...warning, blocks: false }])).toEqual([])
})

test('nothing of a week that is approved', () => {
  expect(found([entry({ hours: 13 })], { approved_at: '2026-11-22T10:00:00Z' })).toEqual([])
})
