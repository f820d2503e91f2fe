import { expect, test } from 'vitest'
import { crewsOf, exceptionsText, isClear, progressOf, readPreview } from './closing.ts'
import type { ClosingWeek, ExceptionKind, WeekException } from './entities.ts'

const none = { regular: 0, overtime: 0, double: 0, vacation: 0, worked: 0, per_diem_days: 0 }
const week = (user_id: number, more: Partial<ClosingWeek> = {}): ClosingWeek => ({
  timecard_id: user_id,
  user_id,
  name: `Hand ${user_id}`,
  employee_code: null,
  license: null,
  week_start: '2026-11-15',
  state: 'open',
  hours: 8,
  totals: null,
  sound: true,
  batch_id: null,
  paid: none,
  job: '26-041',
  lead: 'Luis Ortega',
  ...more,
})
const exception = (kind: ExceptionKind, user_id: number, timecard_id: number | null = user_id): WeekException => ({
  kind,
  user_id,
  name: `Hand ${user_id}`,
  timecard_id,
  date: '2026-11-17',
  hours: 8,
  job: '',
  text: '',
  entry_id: null,
  code: null,
})

test('what an older server leaves out is none, and is no zero', () => {
  const { paid: _, job: __, lead: ___, ...old } = week(1)
  const read = (more: Partial<ClosingWeek>) => readPreview({ weeks: [{ ...old, ...more }] }).weeks[0]
  expect(read({})).toMatchObject({ paid: null, job: '', lead: '', kind: 'new' })
  expect(read({ totals: { ...none, regular: 8 }, state: 'exported' })).toMatchObject({
    paid: { regular: 8 },
    kind: 'exported',
  })
  expect(crewsOf(readPreview({ weeks: [old] }).weeks, 'lead').map(({ name }) => name)).toEqual([''])
})

test('what a device holds stands before the other exceptions, and keeps its week from being approved with others', () => {
  const held = exception('held', 1)
  const { exceptions = [] } = readPreview({ weeks: [], exceptions: [exception('missing', 1)], held: [held] })
  expect(exceptions.map(({ kind }) => kind)).toEqual(['held', 'missing'])
  expect(exceptionsText(exceptions)).toBe('1 on a device, 1 missing')
  expect(isClear(week(1), [held])).toBe(false)
  expect(readPreview({ weeks: [] }).exceptions).toBeUndefined()
})

test('crews are by lead, by job or by person, and who has none comes last', () => {
  const weeks = [week(1, { lead: '', job: '' }), week(2), week(3, { lead: 'Ada', job: '26-002' })]
  const named = (by: 'lead' | 'job' | 'person') =>
    crewsOf(weeks, by).map(({ name, weeks: own }) => [name, own.map(({ user_id }) => user_id)])
  expect(named('lead')).toEqual([
    ['Ada', [3]],
    ['Luis Ortega', [2]],
    ['', [1]],
  ])
  expect(named('job').map(([name]) => name)).toEqual(['26-002', '26-041', ''])
  expect(named('person')).toHaveLength(3)
})

test('open and submitted weeks without an exception are approved with others (rule payroll-exceptions)', () => {
  const states = ['open', 'submitted', 'rejected', 'approved', 'exported'] as const
  expect(states.filter((state) => isClear(week(1, { state })))).toEqual(['open', 'submitted'])
  expect(isClear(week(1), [exception('over_12', 1)])).toBe(false)
})

test('people count once, with those who have no hours at all', () => {
  const weeks = [week(1, { state: 'exported' }), week(2, { state: 'approved' }), week(2, { timecard_id: 9 }), week(3)]
  const exceptions = [exception('missing', 3), exception('missing', 4, null), exception('missing', 4, null)]
  expect(progressOf({ weeks, exceptions })).toEqual({
    people: 4,
    hoursIn: 2,
    exceptions: 3,
    approved: 1,
    exported: 1,
  })
  expect(exceptionsText([...exceptions, exception('disputed', 3)])).toBe('3 missing, 1 disputed')
})
