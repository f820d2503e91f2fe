import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import type { Book, Booked, BookedPerson } from './book.ts'
import { conflictsOf } from './conflicts.ts'

/** A Sunday. */
const FROM = '2027-03-07'
const day = (at: number) => addDays(FROM, at)
const person = (id: number, name: string, more: Partial<BookedPerson> = {}): BookedPerson => ({
  id,
  name,
  license: null,
  role: 'employee',
  schedulable: true,
  ...more,
})
const people = [
  person(1, 'Kim'),
  person(2, 'Lee'),
  person(3, 'Ana', { license: 'apprentice' }),
  person(4, 'Ben', { license: 'apprentice' }),
  person(5, 'Jo', { license: 'journeyman' }),
  person(6, 'Ray', { role: 'foreman' }),
]
const work = (id: number | null, user_id: number, project_id: number, first: number, last: number): Booked => ({
  id,
  user_id,
  project_id,
  start_date: day(first),
  end_date: day(last),
  days: null,
})
const bookWith = (booked: Booked[], off: Book['off'] = []): Book => ({
  from: day(0),
  to: day(27),
  company: { work_days: [1, 2, 3, 4, 5], off: new Map() },
  off,
  asked: [],
  expiring: [],
  people: new Map(people.map((one) => [one.id, one])),
  projects: new Map([
    [1, 'Canyon Lakes'],
    [2, 'Warehouse'],
  ]),
  booked,
})
const asked = (one: Booked, before: Booked | null, book: Book, withRatio = true) =>
  conflictsOf(one, before, book, withRatio).map(({ code, message }) => `${code}: ${message}`)

describe('someone who is elsewhere already', () => {
  const book = bookWith([work(7, 1, 2, 1, 5), work(8, 2, 2, 1, 5)])
  const message = 'double_booking: Kim is already on Warehouse that day.'

  test('is asked about, on the days that both are worked', () => {
    expect(asked(work(null, 1, 1, 5, 9), null, book)).toEqual([message])
    expect(asked(work(null, 1, 1, 6, 12), null, book)).toEqual([])
    expect(asked(work(null, 5, 1, 1, 5), null, book)).toEqual([])
  })

  test('is no conflict with itself, and new ones are with each other', () => {
    expect(asked(work(7, 1, 2, 1, 5), null, book)).toEqual([])
    const fresh = bookWith([work(null, 1, 2, 1, 5)])
    expect(asked(work(null, 1, 1, 1, 5), null, fresh)).toEqual([message])
  })

  test('is asked about once for each project, and by whatever name there is', () => {
    const twice = bookWith([work(7, 1, 2, 1, 2), work(8, 1, 2, 3, 5), work(9, 1, 3, 3, 3)])
    expect(asked(work(null, 1, 1, 1, 5), null, twice)).toEqual([
      message,
      'double_booking: Kim is already on another project that day.',
    ])
  })

  test('is not asked about again for days that were confirmed, unless the job or the person is another', () => {
    const before = work(9, 1, 1, 1, 3)
    expect(asked(work(9, 1, 1, 1, 2), before, book)).toEqual([])
    expect(asked(work(9, 1, 1, 1, 4), before, book)).toEqual([message])
    expect(asked(work(9, 1, 3, 1, 3), before, book)).toEqual([message])
    expect(asked(work(9, 1, 1, 1, 3), work(9, 2, 1, 1, 3), book)).toEqual([message])
  })
})

describe('someone who has time off', () => {
  const off = (first: number | null, last: number | null, more: object = {}) => ({
    everyone: false,
    user_ids: [1],
    start_date: first === null ? null : day(first),
    end_date: last === null ? null : day(last),
    ...more,
  })
  const of = (event: Book['off'][number], one = work(null, 1, 1, 1, 5)) => asked(one, null, bookWith([], [event]))

  test('is asked about on one of these days', () => {
    const message = 'time_off: Kim has time off.'
    expect(of(off(4, 8))).toEqual([message])
    expect(of(off(5, null))).toEqual([message])
  })

  test('is not asked about on others, and neither is anyone else', () => {
    expect(of(off(6, 8))).toEqual([])
    expect(of(off(6, null))).toEqual([])
    expect(of(off(null, null))).toEqual([])
    expect(of(off(4, 8, { user_ids: [2] }))).toEqual([])
    expect(of(off(4, 8, { everyone: true }))).toEqual([])
  })
})

describe('trainees without enough journeymen', () => {
  const message = 'ratio: Trainees outnumber journeymen on Canyon Lakes that day.'

  test('are asked about where there come to be more of them, if the company wants that', () => {
    const one = work(null, 3, 1, 1, 5)
    expect(asked(one, null, bookWith([]))).toEqual([message])
    expect(asked(one, null, bookWith([]), false)).toEqual([])
    expect(asked(work(null, 1, 1, 1, 5), null, bookWith([work(7, 3, 1, 1, 5)]))).toEqual([])
  })

  test.each([
    ['a journeyman', 5],
    ['a foreman', 6],
  ])('have one each in %s who is there on that day', (_, id) => {
    expect(asked(work(null, 3, 1, 1, 5), null, bookWith([work(7, id, 1, 1, 5)]))).toEqual([])
    expect(asked(work(null, 3, 1, 1, 5), null, bookWith([work(7, id, 1, 1, 4)]))).toEqual([message])
    expect(asked(work(null, 3, 1, 1, 5), null, bookWith([work(7, id, 2, 1, 5)]))).toEqual([message])
    expect(asked(work(null, 4, 1, 1, 5), null, bookWith([work(7, id, 1, 1, 5), work(8, 3, 1, 1, 5)]))).toEqual([
      message,
    ])
  })

  test('are asked about where their journeyman leaves, and not where it was so before', () => {
    const [trainee, leader] = [work(7, 3, 1, 1, 5), work(8, 5, 1, 1, 5)]
    const book = bookWith([trainee, leader])
    expect(asked(work(8, 5, 2, 1, 5), leader, book)).toEqual([message])
    expect(asked(work(8, 5, 1, 1, 4), leader, book)).toEqual([message])
    // A second trainee was there without anyone, and still is.
    const alone = bookWith([trainee, work(9, 4, 1, 1, 5)])
    expect(asked(work(9, 4, 1, 1, 5), work(9, 4, 1, 1, 5), alone)).toEqual([])
  })

  test('of a project that nobody knows by name are asked about all the same', () => {
    expect(asked(work(null, 3, 9, 1, 5), null, bookWith([]))).toEqual([
      'ratio: Trainees outnumber journeymen on this project that day.',
    ])
  })
})
