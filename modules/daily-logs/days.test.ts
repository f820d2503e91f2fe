import { describe, expect, test } from 'vitest'
import { addDays, momentIn } from '#lib/days.ts'
import { crewChanges } from './crew-changes.ts'
import { daysOf, monthSpan, otherMonth } from './days.ts'

const log = (date: string, completed_at: string | null = null) => ({ id: Number(date.slice(-2)), date, completed_at })

describe('the days of a month', () => {
  const month = (part: object = {}) =>
    daysOf('2026-11', {
      logs: [log('2026-11-10', 'then'), log('2026-11-19')],
      time: [],
      today: '2026-11-19',
      first: '2026-11-10',
      ...part,
    })
  const stateOf = (day: string, part: object = {}) => month(part).find(({ date }) => date === day)?.state

  test('are done, drafts, or missing on working days since the first log', () => {
    expect(month()).toHaveLength(30)
    expect(stateOf('2026-11-10')).toBe('done')
    expect(stateOf('2026-11-19')).toBe('draft')
    expect(stateOf('2026-11-18')).toBe('missing')
    expect([stateOf('2026-11-09'), stateOf('2026-11-14'), stateOf('2026-11-20')]).toEqual(['none', 'none', 'none'])
  })

  test('are not missing on days on which the company does not work, unless someone did', () => {
    const off = new Set(['2026-11-18'])
    expect([stateOf('2026-11-18', { off }), stateOf('2026-11-17', { off })]).toEqual(['none', 'missing'])
    expect(stateOf('2026-11-18', { off, time: [{ date: '2026-11-18', user_id: 1, hours: 4 }] })).toBe('missing')
  })

  test('are missing wherever someone worked, and say how much', () => {
    const time = [
      { date: '2026-11-14', user_id: 1, hours: 8 },
      { date: '2026-11-14', user_id: 1, hours: 0.5 },
      { date: '2026-11-14', user_id: 2, hours: 8 },
    ]
    expect(month({ time }).find(({ date }) => date === '2026-11-14')).toMatchObject({
      state: 'missing',
      time: { people: 2, hours: 16.5 },
    })
  })

  test('today is not missing, and a project without logs misses none', () => {
    expect(stateOf('2026-11-19', { logs: [] })).toBe('none')
    expect(month({ logs: [], first: null }).every(({ state }) => state === 'none')).toBe(true)
  })

  test('end with the month, whatever its length', () => {
    expect(monthSpan('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect([otherMonth('2026-12', 1), otherMonth('2026-03', -1)]).toEqual(['2027-01', '2026-02'])
  })
})

test('a day begins at the company’s midnight, also when its clocks change', () => {
  const zone = 'America/Los_Angeles'
  expect(momentIn(zone, '2026-11-19')).toBe('2026-11-19T08:00:00.000Z')
  expect(momentIn(zone, '2026-07-01')).toBe('2026-07-01T07:00:00.000Z')
  const hours = (day: string) =>
    (Date.parse(momentIn(zone, addDays(day, 1))) - Date.parse(momentIn(zone, day))) / 3_600_000
  expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([23, 25, 24])
})

test('changes of the crew name who worked more, less, or not at all since it was signed', () => {
  const of = (user_id: number, name: string, hours: number) => ({ user_id, name, hours, codes: [] })
  expect(
    crewChanges(
      [of(1, 'Pat', 8), of(2, 'Kim', 8), of(3, 'Luis', 8)],
      [of(1, 'Pat', 9), of(3, 'Luis', 8), of(4, 'Ana', 2)],
    ),
  ).toEqual([
    { name: 'Pat', before: 8, after: 9 },
    { name: 'Kim', before: 8, after: 0 },
    { name: 'Ana', before: 0, after: 2 },
  ])
})
