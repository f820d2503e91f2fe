import { expect, test } from 'vitest'
import { cellText, csvLines, periodText } from './cells.ts'
import { defineReport, periodOf, type Span } from './report.ts'

const days = (span: Span, today = '2026-11-26') => periodOf({ span, from: null, to: null }, today, 'monday')

test('a period moves on with the day, and weeks before this one are whole', () => {
  expect(days('this_week')).toEqual({ from: '2026-11-23', to: '2026-11-26' })
  expect(days('last_week')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(days('last_4_weeks')).toEqual({ from: '2026-10-26', to: '2026-11-26' })
  expect(days('this_month')).toEqual({ from: '2026-11-01', to: '2026-11-26' })
  expect(days('last_month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(days('this_year')).toEqual({ from: '2026-01-01', to: '2026-11-26' })
  expect(days('to_date')).toEqual({ from: null, to: null })
  expect(periodOf({ span: 'to_date', from: '2026-11-01', to: null }, '2026-11-26', 'sunday')).toEqual({
    from: '2026-11-01',
    to: null,
  })
})

test('periods are said in words', () => {
  expect(periodText({ from: null, to: null })).toBe('To date')
  expect(periodText({ from: '2026-11-23', to: '2026-11-26' })).toBe('11/23/26 – 11/26/26')
})

test('a value that cannot be said is a dash, never 0', () => {
  expect(cellText(null, 'hours')).toBe('–')
  expect(cellText(undefined, 'money')).toBe('–')
  expect(cellText(0, 'hours', true)).toBe('0.00 h')
  expect(cellText(-4577, 'money')).toBe('−$4,577.00')
})

const report = defineReport({
  name: 'hours',
  title: 'Hours',
  about: 'Hours.',
  guard: () => true,
  of: [],
  span: 'to_date',
  columns: {
    id: { label: 'Id', kind: 'id' },
    name: { label: 'Job', kind: 'text' },
    hours: { label: 'Hours', kind: 'hours' },
  },
  chart: { kind: 'bars', title: 'Hours', by: ['name'], columns: ['hours'], unit: 'h' },
})

test('its file has the shown columns, its rows and its totals, without separators', () => {
  const answer = {
    rows: [{ id: 4, name: 'Marina', hours: 1368 }],
    totals: { hours: 1368 },
    figures: [],
    from: null,
    to: null,
  }
  expect(csvLines(report, { ...answer, columns: ['id', 'name', 'hours'] })).toEqual([
    ['Job', 'Hours'],
    ['Marina', '1368.00'],
    [null, '1368.00'],
  ])
})

test('a chart of a column that is not there is refused by name', () => {
  expect(() => defineReport({ ...report, chart: { ...report.chart, mark: 'budget' as 'hours' } })).toThrow(
    'Report hours: its chart shows no column "budget".',
  )
})
