import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import type { Book, Booked, BookedPerson } from './book.ts'
import { conflictsOf, takenDays } from './conflicts.ts'

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
const bookWith = (booked: Booked[], off: Book['off'] = [], more: Partial<Book> = {}): Book => ({
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
  ...more,
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

describe('someone who asked for time off', () => {
  const request = (first: number, last: number, user_id = 1) => ({
    user_id,
    start_date: day(first),
    end_date: day(last),
  })
  const of = (...requests: Book['asked']) => asked(work(null, 1, 1, 2, 4), null, bookWith([], [], { asked: requests }))
  const message = 'time_off_asked: Kim asks for time off that day.'

  test.each([
    ['the day before', 1, 1, false],
    ['the first day', 1, 2, true],
    ['within', 3, 3, true],
    ['the last day', 4, 5, true],
    ['the day after', 5, 6, false],
    ['all of it', 1, 6, true],
  ])('%s is asked about as it should be', (_, first, last, isAsked) => {
    expect(of(request(first, last))).toEqual(isAsked ? [message] : [])
  })

  test('is told once, and not for somebody else', () => {
    expect(of(request(2, 2), request(4, 4))).toEqual([message])
    expect(of(request(2, 4, 2))).toEqual([])
  })
})

describe('someone whose certification runs out', () => {
  const until = (at: number, user_id = 1, name = 'First aid') => ({ user_id, name, expires_on: day(at) })
  const of = (...expiring: Book['expiring']) => asked(work(null, 1, 1, 2, 4), null, bookWith([], [], { expiring }))

  test('is asked about where a day is later, each by its name', () => {
    const found = of(until(3), until(1, 1, 'Lift'), until(4, 1, 'Crane'), until(9, 1, 'Rigging'))
    expect(found.map((one) => one.split(':')[0])).toEqual(['expired', 'expired'])
    expect(found[0]).toMatch(/Kim.*First aid/)
    expect(found[1]).toMatch(/Kim.*Lift/)
  })

  test('is nobody else', () => expect(of(until(1, 2))).toEqual([]))
})

describe('the days on which somebody is taken', () => {
  const away = (first: number | null, last: number | null) => ({
    everyone: false,
    user_ids: [1],
    start_date: first === null ? null : day(first),
    end_date: last === null ? null : day(last),
  })
  const one = work(null, 1, 1, 1, 5)
  const days = [1, 2, 3].map(day)
  const taken = (book: Book, apart: readonly number[] = []) => [...takenDays(one, days, book, new Set(apart))]

  test('are those of other jobs and of time off, of their own, among the days asked for', () => {
    expect(taken(bookWith([work(7, 1, 2, 3, 5), work(8, 2, 2, 1, 5)]))).toEqual([[day(3), 2]])
    expect(taken(bookWith([], [away(2, null), away(5, 6), away(null, null)]))).toEqual([[day(2), null]])
    expect(taken(bookWith([], [away(0, 1)]))).toEqual([[day(1), null]])
    expect(taken(bookWith([], [{ ...away(1, 3), user_ids: [2] }]))).toEqual([])
  })

  test('are none of what moves along, and where it is planned so already, that counts', () => {
    const book = bookWith([work(7, 1, 2, 3, 3)])
    expect(taken(book, [7])).toEqual([])
    expect(taken(book, [8])).toEqual([[day(3), 2]])
    const own = bookWith([work(7, 1, 1, 2, 2), work(8, 1, 2, 2, 3)], [away(2, 2)])
    expect(taken(own)).toEqual([
      [day(2), 1],
      [day(3), 2],
    ])
    expect(taken(bookWith([work(8, 1, 2, 2, 3), work(7, 1, 1, 2, 2)]))).toEqual([
      [day(2), 1],
      [day(3), 2],
    ])
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

  test('have nobody in an employee without a license, and nobody in a foreman who learns', () => {
    expect(asked(work(null, 3, 1, 1, 5), null, bookWith([work(7, 1, 1, 1, 5)]))).toEqual([message])
    const learning = new Map(
      [...people, person(6, 'Ray', { role: 'foreman', license: 'apprentice' })].map((one) => [one.id, one]),
    )
    expect(asked(work(null, 3, 1, 1, 5), null, bookWith([work(7, 6, 1, 1, 5)], [], { people: learning }))).toEqual([
      message,
    ])
  })

  test('of a project that nobody knows by name are asked about all the same', () => {
    expect(asked(work(null, 3, 9, 1, 5), null, bookWith([]))).toEqual([
      'ratio: Trainees outnumber journeymen on this project that day.',
    ])
  })
})
