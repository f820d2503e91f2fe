import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { changesByPerson, daysTold, differences, toldIn, touchedDays, type Told } from './told.ts'

/** A Sunday. */
const FROM = '2027-03-07'
const day = (at: number) => addDays(FROM, at)
const company = { work_days: [1, 2, 3, 4, 5], off: new Map([[day(3), 'Picnic']]) }
const told = (first: number, last: number, more: Partial<Told> = {}): Told => ({
  user_id: 1,
  project_id: 2,
  phase_id: null,
  start_date: day(first),
  end_date: day(last),
  days: null,
  start_time: '07:00',
  hours_per_day: 8,
  lead: false,
  meeting_place: null,
  note: null,
  ...more,
})

describe('what was published', () => {
  test('is read whole, and with what it says where something is missing', () => {
    const whole = told(1, 5, { phase_id: 3, days: [1, 2], lead: true, meeting_place: 'Gate 2', note: 'Hard hat' })
    expect(toldIn({ ...whole })).toEqual(whole)
    const bare = { user_id: 1, project_id: 2, start_date: day(1), end_date: day(5), note: '', lead: 'yes' }
    expect(toldIn(bare)).toEqual(told(1, 5, { start_time: null }))
  })

  test('is nothing without a person, a project or days', () => {
    for (const name of ['user_id', 'project_id', 'start_date', 'end_date'])
      expect([name, toldIn({ ...told(1, 5), [name]: null })]).toEqual([name, null])
    expect([toldIn(null), toldIn('x'), daysTold(null, company)]).toEqual([null, null, []])
  })
})

describe('the days that differ', () => {
  test('are those that came and went, in their order, without days off', () => {
    expect(touchedDays(told(1, 5), told(2, 8), company)).toEqual([day(1), day(8)])
    expect(touchedDays(told(2, 8), told(1, 5), company)).toEqual([day(1), day(8)])
    expect(touchedDays(told(1, 5), told(1, 5, { phase_id: 9 }), company)).toEqual([])
  })

  test('are all of them where anything else is another', () => {
    const all = [day(1), day(2), day(4), day(5), day(8)]
    const others: Partial<Told>[] = [
      { user_id: 3 },
      { project_id: 3 },
      { start_time: '06:00' },
      { hours_per_day: 6 },
      { lead: true },
      { meeting_place: 'Gate 2' },
      { note: 'Hard hat' },
    ]
    for (const other of others) expect(touchedDays(told(1, 5), told(2, 8, other), company)).toEqual(all)
    expect(touchedDays(null, told(2, 8), company)).toEqual(all.slice(1))
    expect(touchedDays(told(1, 5), null, company)).toEqual(all.slice(0, -1))
    expect(touchedDays(null, null, company)).toEqual([])
  })
})

describe('what people are told when drafts are published', () => {
  const today = day(4)
  const of = (...drafts: Parameters<typeof changesByPerson>[0]) =>
    [...changesByPerson(drafts, company, today)].map(([person, changes]) => [
      person,
      changes.map(({ event_id, kind, days }) => `${event_id} ${kind} ${days.join()}`),
    ])
  const draft = (id: number, was: Told | null, now: Told | null, removed = false) => ({ id, removed, was, now })

  test('is what is new, changed or gone, from today on', () => {
    expect(of(draft(7, null, told(1, 5)))).toEqual([[1, [`7 new ${day(4)},${day(5)}`]]])
    expect(of(draft(7, told(1, 5), told(1, 8)))).toEqual([[1, [`7 changed ${day(8)}`]]])
    expect(of(draft(7, told(1, 5), told(1, 8), true))).toEqual([[1, [`7 removed ${day(4)},${day(5)}`]]])
    expect(of(draft(7, told(1, 2), null))).toEqual([])
  })

  test('is told to both of whom one takes the place of the other, all of it together', () => {
    const [gone, come] = [draft(7, told(4, 4), told(4, 4, { user_id: 3 })), draft(8, null, told(8, 8))]
    expect(of(gone, come)).toEqual([
      [1, [`7 removed ${day(4)}`, `8 new ${day(8)}`]],
      [3, [`7 new ${day(4)}`]],
    ])
    const [[removed] = [], [made] = []] = [...changesByPerson([gone], company, today).values()]
    expect([removed?.was, removed?.now]).toEqual([gone.was, null])
    expect([made?.was, made?.now]).toEqual([null, gone.now])
  })
})

test('what differs beside the days is said, and nothing where somebody else or another job comes', () => {
  const was = told(1, 5)
  const now = told(1, 3, { start_time: '06:30', hours_per_day: 10, lead: true, meeting_place: 'Gate 2', note: 'Lift' })
  expect(differences(was, now, '07:00')).toEqual([
    '7:00 AM → 6:30 AM',
    '8.00 h → 10.00 h',
    'leads now',
    'meets at Gate 2',
    'another note',
  ])
  expect(differences(now, was, '07:00').slice(2)).toEqual(['leads no longer', 'meets at the job', 'no note'])
  expect(differences(was, told(2, 4, { start_time: null }), '07:00')).toEqual([])
  for (const [one, other] of [
    [was, { ...now, user_id: 9 }],
    [was, { ...now, project_id: 9 }],
    [null, now],
    [was, null],
  ] as const)
    expect(differences(one, other, '07:00')).toEqual([])
})
