import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { companyDays, isOffOn } from './company-days.ts'
import { daysOf, isWorkDay, shiftedSpan, spanOf, workDayAfter } from './days-of.ts'

/** A Sunday. */
const FROM = '2027-03-07'
const day = (at: number) => addDays(FROM, at)
const company = { work_days: [1, 2, 3, 4, 5], off: new Map([[day(3), 'Picnic']]) }
const work = (first: number, last: number, days: number[] | null = null) => ({
  start_date: day(first),
  end_date: day(last),
  days,
})

describe('the days of an assignment', () => {
  test('are the company’s or its own, without days off', () => {
    expect(daysOf(work(1, 8), company)).toEqual([1, 2, 4, 5, 8].map(day))
    expect(daysOf(work(1, 8, [3, 6, 0]), company)).toEqual([6, 7].map(day))
    expect(spanOf(day(2), day(1))).toEqual([])
  })

  test('are one where somebody chose one, whichever it is', () => {
    for (const at of [3, 6]) expect(daysOf(work(at, at, [1]), company)).toEqual([day(at)])
  })

  test('are asked for anew where the company’s days are others', () => {
    const span = work(1, 3)
    expect(daysOf(span, company)).toEqual([day(1), day(2)])
    expect(daysOf(span, { ...company, off: new Map() })).toEqual([day(1), day(2), day(3)])
    expect(daysOf(span, company)).toBe(daysOf(span, company))
  })
})

describe('work days', () => {
  test('are counted over weekends and days off, both ways', () => {
    expect([isWorkDay(day(2), company), isWorkDay(day(3), company), isWorkDay(day(6), company)]).toEqual([
      true,
      false,
      false,
    ])
    expect(workDayAfter(day(2), 1, company)).toBe(day(4))
    expect(workDayAfter(day(2), 4, company)).toBe(day(9))
    expect(workDayAfter(day(8), -1, company)).toBe(day(5))
    expect(workDayAfter(day(8), -4, company)).toBe(day(1))
    expect(workDayAfter(day(6), 0, company)).toBe(day(6))
  })

  test('end within a year where the company works on none', () => {
    const never = { work_days: [], off: new Map<string, string>() }
    expect(workDayAfter(FROM, 2, never)).toBe(day(732))
  })

  test('move a span as a whole, and one day stays one', () => {
    expect(shiftedSpan(work(1, 5), 1, company)).toEqual({ start_date: day(2), end_date: day(8) })
    expect(shiftedSpan(work(6, 6), 1, company)).toEqual({ start_date: day(8), end_date: day(8) })
  })
})

describe('the company’s days off', () => {
  const event = (first: number | null, last: number | null, more: object = {}) => ({
    type: 'time_off',
    title: 'Retreat',
    everyone: true,
    start_date: first === null ? null : day(first),
    end_date: last === null ? null : day(last),
    ...more,
  })
  const newYear = { name: 'New Year', month: 1, on: 'date' as const, day: 1 }
  const off = (...events: ReturnType<typeof event>[]) => [
    ...companyDays({ from: day(0), to: day(6) }, [1], { holidays: [], shift_holidays: false }, events).off,
  ]

  test('are its holidays', () => {
    const year = { from: '2026-12-30', to: '2027-01-03' }
    const { off: found, work_days } = companyDays(year, [1, 2], { holidays: [newYear], shift_holidays: false }, [])
    expect([...found]).toEqual([['2027-01-01', 'New Year']])
    expect(work_days).toEqual([1, 2])
  })

  test('are what everyone has off, as far as it is asked for', () => {
    expect(off(event(2, 3))).toEqual([
      [day(2), 'Retreat'],
      [day(3), 'Retreat'],
    ])
    expect(off(event(-3, 0, { title: null }))).toEqual([[day(0), 'Day off']])
    expect(off(event(6, 9, { type: 'holiday' }))).toEqual([[day(6), 'Retreat']])
    expect(off(event(4, null))).toEqual([[day(4), 'Retreat']])
  })

  test('are neither meetings nor what some have off', () => {
    expect(off(event(2, 3, { type: 'meeting' }), event(2, 3, { everyone: false }), event(null, null))).toEqual([])
  })

  test('keep people from working from the first to the last', () => {
    const on = (event_: Parameters<typeof isOffOn>[0]) => [1, 2, 3, 4].map((at) => isOffOn(event_, day(at)))
    expect(on(event(2, 3))).toEqual([false, true, true, false])
    expect(on(event(2, null))).toEqual([false, true, false, false])
    expect(on(event(null, null))).toEqual([false, false, false, false])
    expect(on(event(2, 3, { type: 'delivery' }))).toEqual([false, false, false, false])
  })
})
