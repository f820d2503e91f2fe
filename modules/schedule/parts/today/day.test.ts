import { describe, expect, test } from 'vitest'
import { answering, dayNamed, type Reply } from '../../answers.ts'
import { byHour, stepOf } from './day.ts'

describe('what stands out of a day on a job (rule home-today)', () => {
  test.each([
    ['the way there until it begins', { hasBegun: false, hoursIn: false, hour: null }, 'go'],
    ['the way to a job of the evening, though hours are due', { hasBegun: false, hoursIn: false, hour: '14:00' }, 'go'],
    ['nothing while it is worked', { hasBegun: true, hoursIn: false, hour: '06:30' }, null],
    ['hours from 2 PM on', { hasBegun: true, hoursIn: false, hour: '14:00' }, 'due'],
    ['the log once hours are in', { hasBegun: true, hoursIn: true, hour: '06:30' }, 'in'],
  ] as const)('%s', (_, at, step) => expect(stepOf(at)).toBe(step))

  test('the job of the hour is the one that began last, and before all the first', () => {
    const job = (start_time: string, mine: string | null = null) => ({
      start_time,
      mine: mine === null ? null : { start_time: mine },
    })
    const [late, early] = [job('06:00', '12:30'), job('06:30')]
    expect(byHour([late, early], null)).toEqual([early, late])
    expect(byHour([late, early], '06:30')).toEqual([early, late])
    expect(byHour([late, early], '12:30')).toEqual([late, early])
    expect(byHour([], '12:30')).toEqual([])
  })
})

describe('what an answer makes of an event, on the device as on the server', () => {
  const [before, now] = ['2027-03-01T08:00:00Z', '2027-03-02T08:00:00Z']
  const said = (says: Reply, declined_reason: string | null = null) => ({
    date: '2027-03-08',
    confirmed_at: says === 'confirmed' ? before : null,
    declined_at: says === 'declined' ? before : null,
    declined_reason,
  })
  const date = '2027-03-08'

  test('the named day alone is answered, and another answer takes its place', () => {
    const other = { ...said('confirmed'), date: '2027-03-09' }
    expect(
      answering({ answers: [other, said('declined', 'Ill')] }, dayNamed({ date }), { says: 'confirmed', now }),
    ).toEqual({
      answers: [{ ...said('confirmed'), confirmed_at: now }, other],
    })
    expect(answering({ answers: [] }, dayNamed({ date }), { says: 'declined', reason: ' Ill ', now })).toEqual({
      answers: [{ ...said('declined', 'Ill'), declined_at: now }],
    })
  })

  test('the same again changes nothing, and what names no day is for the server', () => {
    expect(answering({ answers: [said('confirmed')] }, [date], { says: 'confirmed', now })).toEqual({})
    expect(answering({ answers: [said('declined', 'Ill')] }, [date], { says: 'declined', reason: 'Ill', now })).toEqual(
      {},
    )
    expect(answering({ answers: [] }, dayNamed({}), { says: 'confirmed', now })).toEqual({})
    expect(answering({ answers: [] }, dayNamed({ date: 'tomorrow' }), { says: 'confirmed', now })).toEqual({})
  })
})
