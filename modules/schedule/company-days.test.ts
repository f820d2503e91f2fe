import { describe, expect, test } from 'vitest'
import { companyDays, hoursOff, isOffOn, type Off } from './company-days.ts'

const DAY = '2027-03-09'
const off = (more: Partial<Off> = {}): Off => ({
  type: 'time_off',
  title: null,
  everyone: true,
  start_date: DAY,
  end_date: DAY,
  ...more,
})
const at = (time: string) => `${DAY}T${time}:00Z`

describe('how many hours a day off takes', () => {
  const timed = { all_day: false, starts_at: at('08:00'), ends_at: at('12:00') }

  test('are those between its times, in quarters, on one day', () => {
    expect(hoursOff(off(timed))).toBe(4)
    expect(hoursOff(off({ ...timed, end_date: null }))).toBe(4)
    expect(hoursOff(off({ ...timed, ends_at: at('09:10') }))).toBe(1.25)
  })

  test('are all of them for whole days, without times, over several days, and from eight hours on', () => {
    expect(hoursOff(off())).toBeNull()
    const { all_day: _, ...untold } = timed
    expect(hoursOff(off(untold))).toBeNull()
    expect(hoursOff(off({ ...timed, all_day: true }))).toBeNull()
    expect(hoursOff(off({ ...timed, starts_at: null }))).toBeNull()
    expect(hoursOff(off({ ...timed, ends_at: null }))).toBeNull()
    expect(hoursOff(off({ ...timed, end_date: '2027-03-10' }))).toBeNull()
    expect(hoursOff(off({ ...timed, ends_at: at('16:00') }))).toBeNull()
    expect(hoursOff(off({ hours_off: 8 }))).toBeNull()
  })

  test('are those that are said, before all others', () => {
    expect(hoursOff(off({ ...timed, hours_off: 2 }))).toBe(2)
    expect(hoursOff(off({ hours_off: 7.75 }))).toBe(7.75)
  })
})

test('an event keeps people from working on its days alone, if it is a day off', () => {
  const event = off({ end_date: '2027-03-11' })
  expect(['2027-03-08', DAY, '2027-03-11', '2027-03-12'].map((day) => isOffOn(event, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isOffOn(off({ end_date: null }), DAY)).toBe(true)
  expect(isOffOn(off({ start_date: null }), DAY)).toBe(false)
  expect(isOffOn(off({ type: 'meeting' }), DAY)).toBe(false)
})

describe('the company’s days', () => {
  const daysOf = (...events: Off[]) =>
    companyDays(
      { from: '2027-03-08', to: '2027-03-12' },
      [1, 2, 3, 4, 5],
      { holidays: [], shift_holidays: false },
      events,
    )

  test('are without what everyone has off, within the span', () => {
    const { off: days, short } = daysOf(
      off({ start_date: '2027-03-01', end_date: '2027-03-08', title: 'Break' }),
      off({ start_date: '2027-03-12', end_date: '2027-03-20' }),
    )
    expect([...days]).toEqual([
      ['2027-03-08', 'Break'],
      ['2027-03-12', 'Day off'],
    ])
    expect(short).toBeUndefined()
  })

  test('are those without meetings, others’ days off and what has no day', () => {
    const { off: days } = daysOf(
      off({ type: 'meeting' }),
      off({ everyone: false }),
      off({ start_date: null, end_date: null }),
    )
    expect([...days]).toEqual([])
  })

  test('are shorter by the hours of all that takes some of them', () => {
    const { off: days, short } = daysOf(off({ hours_off: 2, title: 'Training' }), off({ hours_off: 3, title: 'Party' }))
    expect([...days]).toEqual([])
    expect([...(short ?? [])]).toEqual([[DAY, { hours: 5, name: 'Party' }]])
  })
})
