import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainOf, earliestAfter, nudged, workDaysTo, type Link } from './chain.ts'
import { isWorkDay, type WorkDays } from './days-of.ts'
import { addDays } from '#lib/days.ts'

/** Monday to Friday, with a holiday on Wednesday, March 17, 2027. */
const company: WorkDays = { work_days: [1, 2, 3, 4, 5], off: new Map([['2027-03-17', 'Holiday']]) }
const link = (id: number, start_date: string, end_date: string, blocked_by_id: number | null = null, lag_days = 0) =>
  ({ id, start_date, end_date, blocked_by_id, lag_days }) satisfies Link
const bars = [
  link(1, '2027-03-08', '2027-03-12'),
  link(2, '2027-03-15', '2027-03-16', 1),
  link(3, '2027-03-22', '2027-03-23', 2, 1),
  link(4, '2027-03-29', '2027-03-30', 3),
]
const moved = (end_date: string) => ({ start_date: '2027-03-08', end_date })

describe('what moves with a bar', () => {
  test('those that wait for it are pushed behind it, over weekends and days off, with their work days', () => {
    const found = chainOf(bars, 1, moved('2027-03-16'), company)
    // The holiday is skipped: two work days, from Thursday on.
    expect(found.get(2)).toEqual({ start_date: '2027-03-18', end_date: '2027-03-19' })
    // One work day lies in between, which leaves the next as it is: there is room.
    expect(found.get(3)).toEqual({ start_date: '2027-03-23', end_date: '2027-03-24' })
    expect(found.has(4)).toBe(false)
  })

  test('nothing else moves when there is room, or when it is moved to an earlier day', () => {
    expect([...chainOf(bars, 1, moved('2027-03-11'), company).keys()]).toEqual([1])
    expect([...chainOf(bars, 4, moved('2027-06-11'), company).keys()]).toEqual([4])
  })

  test('days after it may be negative, so that bars overlap', () => {
    expect(earliestAfter('2027-03-12', 0, company)).toBe('2027-03-15')
    expect(earliestAfter('2027-03-12', -1, company)).toBe('2027-03-12')
    expect(earliestAfter('2027-03-12', -3, company)).toBe('2027-03-10')
  })

  test('bars that wait for each other end the search', () => {
    const circle = [link(1, '2027-03-08', '2027-03-09', 2), link(2, '2027-03-10', '2027-03-11', 1)]
    expect([...chainOf(circle, 1, moved('2027-03-19'), company).keys()]).toEqual([1, 2])
  })

  test('a bar that starts as soon as it may stays where it is', () => {
    expect([...chainOf(bars, 1, moved('2027-03-12'), company).keys()]).toEqual([1])
  })

  test('a bar moves by work days, or one of its ends does', () => {
    const bar = link(1, '2027-03-15', '2027-03-19')
    const nudge = (part: 'move' | 'start' | 'end', days: number) => {
      const { start_date, end_date } = nudged(bar, part, days, company)
      return [start_date, end_date]
    }
    for (const part of ['move', 'start', 'end'] as const) expect(nudge(part, 0)).toEqual(['2027-03-15', '2027-03-19'])
    // Four work days, without the holiday.
    expect(nudge('move', 1)).toEqual(['2027-03-16', '2027-03-22'])
    expect(nudge('start', 2)).toEqual(['2027-03-18', '2027-03-19'])
    expect(nudge('start', -1)).toEqual(['2027-03-12', '2027-03-19'])
    expect(nudge('start', 3)).toEqual(['2027-03-19', '2027-03-19'])
    expect(nudge('end', 1)).toEqual(['2027-03-15', '2027-03-22'])
    expect(nudge('end', -2)).toEqual(['2027-03-15', '2027-03-16'])
    expect(nudge('end', -3)).toEqual(['2027-03-15', '2027-03-15'])
  })

  test.each([
    ['2027-03-08', '2027-03-08', 0],
    ['2027-03-08', '2027-03-12', 4],
    ['2027-03-12', '2027-03-08', -4],
    ['2027-03-12', '2027-03-15', 1],
    ['2027-03-15', '2027-03-12', -1],
    ['2027-03-16', '2027-03-18', 1],
    ['2027-03-18', '2027-03-16', -1],
    // Saturday is none.
    ['2027-03-12', '2027-03-13', 0],
    ['2027-03-13', '2027-03-12', -1],
    ['2027-03-16', '2027-03-13', -1],
    ['2027-03-13', '2027-03-16', 2],
  ])('from %s to %s it is %i work days', (from, to, days) => {
    expect(workDaysTo(from, to, company)).toBe(days)
  })

  test('an end never passes the other one', () => {
    expect(nudged(link(1, '2027-03-08', '2027-03-09'), 'start', 9, company)).toEqual({
      start_date: '2027-03-09',
      end_date: '2027-03-09',
    })
    expect(nudged(link(1, '2027-03-08', '2027-03-09'), 'end', -9, company)).toEqual({
      start_date: '2027-03-08',
      end_date: '2027-03-08',
    })
  })

  test('afterwards no bar behind the moved one starts before what it waits for has ended', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(40), fc.nat(10), fc.nat(7), fc.integer({ min: -3, max: 5 })), {
          minLength: 2,
          maxLength: 12,
        }),
        fc.nat(60),
        (drawn, by) => {
          const workDay = (day: string): string => (isWorkDay(day, company) ? day : workDay(addDays(day, 1)))
          const all = drawn.map(([start, length, waits, lag], at) => {
            const start_date = workDay(addDays('2027-03-01', start))
            return link(at + 1, start_date, workDay(addDays(start_date, length)), at ? 1 + (waits % at) : null, lag)
          })
          const [first] = all
          if (!first) return
          const target = nudged(first, 'move', by, company)
          const found = chainOf(all, first.id, target, company)
          for (const bar of all) {
            const place = found.get(bar.id)
            if (!place || bar.blocked_by_id === null) continue
            const before = found.get(bar.blocked_by_id)
            expect(before && place.start_date >= earliestAfter(before.end_date, bar.lag_days, company)).toBe(true)
            expect(workDaysTo(place.start_date, place.end_date, company)).toBe(
              workDaysTo(bar.start_date, bar.end_date, company),
            )
          }
        },
      ),
    )
  })
})
