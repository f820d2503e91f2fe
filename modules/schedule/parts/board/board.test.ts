import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { isOffOn } from '../../company-days.ts'
import type { CurrentUser } from '#core/access/access.ts'
import { spanOf, type WorkDays } from '../../days-of.ts'
import type { Assignment, CalendarEvent } from '../../entities.ts'
import { shortPhases } from '../../coverage.ts'
import { freePeople } from '../bench/bench-of.ts'
import { assign, copied, moved, pasted, planOf, stretched, workedIn } from './board-edits.ts'
import { draftsOf, type Plan } from './board-steps.ts'
import { askedOf, chipsOf, datedOf, hoursIn } from './chips-of.ts'
import { checksOf } from './checks.ts'
import { columnAt, columnsOf, lineAt, NAMES, topsOf, type Line } from '../layout.ts'
import { assignmentsCsv } from '../schedule-csv.ts'
import { pagesOf } from '../../../../tests/stock-reader.ts'
import { modesFor } from '../place.ts'
import { boardPdf } from '../schedule-pdf.ts'

// Monday, March 8, 2027, and the two weeks from the Sunday before.
const MONDAY = '2027-03-08'
const DAYS = spanOf('2027-03-07', '2027-03-20')
const company: WorkDays = { work_days: [1, 2, 3, 4, 5], off: new Map([['2027-03-11', 'Holiday']]) }
let id = 0

function assignment(draft: Partial<Assignment> = {}): Assignment {
  const stamp = '2027-03-01T00:00:00.000Z'
  return {
    id: ++id,
    kind: 'assignment',
    user_id: 1,
    project_id: 7,
    phase_id: null,
    start_date: MONDAY,
    end_date: '2027-03-12',
    start_time: null,
    hours_per_day: 8,
    days: null,
    lead: false,
    meeting_place: null,
    note: null,
    documents: [],
    published_id: null,
    published_at: null,
    published: null,
    answers: [],
    draft: true,
    drafted_id: null,
    removed: false,
    told_user_id: null,
    told_project_id: null,
    told_from: null,
    told_to: null,
    attendees: [],
    everyone: false,
    user_name: null,
    project_name: null,
    project_number: null,
    told_project_name: null,
    told_project_number: null,
    created_at: stamp,
    updated_at: stamp,
    deleted_at: null,
    ...draft,
  }
}
const spans = (plans: readonly (Plan | null)[]) => plans.map((plan) => plan && [plan.start_date, plan.end_date])

describe('Chips', () => {
  test('run over the days that are worked, and break at days off and weekends', () => {
    const chips = chipsOf([assignment({ end_date: '2027-03-16' })], company, '2027-03-07', '2027-03-20')
    expect(chips.map(({ from, to }) => [from, to])).toEqual([
      [MONDAY, '2027-03-10'],
      ['2027-03-12', '2027-03-12'],
      ['2027-03-15', '2027-03-16'],
    ])
    expect(hoursIn([assignment({ end_date: '2027-03-16' })], company, MONDAY, '2027-03-14')).toBe(32)
  })

  test('share the row on a day with two jobs', () => {
    const two = [assignment(), assignment({ project_id: 8, start_date: '2027-03-09', end_date: '2027-03-09' })]
    const chips = chipsOf(two, company, '2027-03-07', '2027-03-20')
    expect(chips.filter(({ half }) => half !== null).map(({ from, half }) => [from, half])).toEqual([
      ['2027-03-09', 0],
      ['2027-03-09', 1],
    ])
  })
})

describe('Edits', () => {
  test('a moved assignment keeps its number of work days', () => {
    const event = assignment({ end_date: '2027-03-10' })
    expect(spans(moved(event, 2, '2027-03-12', company).map(({ after }) => after))).toEqual([
      ['2027-03-12', '2027-03-16'],
    ])
    // Dropped on a weekend it begins on the next work day, but a single day stays where it is put.
    expect(spans(moved(event, 1, '2027-03-13', company).map(({ after }) => after))).toEqual([
      ['2027-03-15', '2027-03-17'],
    ])
    const single = assignment({ end_date: MONDAY })
    expect(spans(moved(single, 1, '2027-03-13', company).map(({ after }) => after))).toEqual([
      ['2027-03-13', '2027-03-13'],
    ])
    expect(moved(event, 1, MONDAY, company)).toEqual([])
  })

  test('an edge never passes the other one', () => {
    const event = assignment()
    expect(spans(stretched(event, 'end', '2027-03-01').map(({ after }) => after))).toEqual([[MONDAY, MONDAY]])
    expect(spans(stretched(event, 'start', '2027-03-20').map(({ after }) => after))).toEqual([
      ['2027-03-12', '2027-03-12'],
    ])
  })

  test('what is cleared is what is worked on the chosen days', () => {
    const event = assignment()
    const at = (user_id: number, from: string, to = from) => workedIn([event], [{ user_id, from, to }], company)
    expect(at(1, '2027-03-10')).toEqual([event])
    // A day off within it is not worked, and nobody is on it.
    expect(at(1, '2027-03-11')).toEqual([])
    expect(at(2, '2027-03-10')).toEqual([])
    expect(workedIn([{ ...event, removed: true }], [{ user_id: 1, from: MONDAY, to: MONDAY }], company)).toEqual([])
  })

  test('copied cells are planned for other people on other days', () => {
    const copies = copied([assignment()], [1], '2027-03-09', '2027-03-10', company)
    const steps = pasted(copies, [5], '2027-03-15')
    expect(steps.map(({ after }) => [after.user_id, after.start_date, after.end_date])).toEqual([
      [5, '2027-03-15', '2027-03-16'],
    ])
  })
})

test('steps send what they change alone, so that what someone else changed stays', () => {
  const event = assignment()
  const before = planOf(event)
  const made = assign([{ user_id: 1, from: MONDAY, to: MONDAY }], 7, null)
  expect(draftsOf([...made, { id: event.id, before, after: { ...before, end_date: '2027-03-10' } }])).toEqual([
    expect.objectContaining({ kind: 'assignment', user_id: 1, project_id: 7, start_date: MONDAY }),
    { id: event.id, end_date: '2027-03-10' },
  ])
})

test('checks name who is double-booked, and trainees without journeymen', () => {
  const person = (user: number, license: string) =>
    [user, { id: user, license, role: 'employee', active: true, schedulable: true }] as const
  const people = new Map([person(1, 'journeyman'), person(2, 'apprentice')])
  const events = [assignment(), assignment({ project_id: 8 }), assignment({ user_id: 2, project_id: 9 })]
  const found = checksOf([MONDAY, '2027-03-13'], events, [], people, company, true)
  expect(found.get(MONDAY)).toMatchObject({
    working: [1, 2],
    double: [1],
    ratio: [{ project_id: 9, trainees: [2], journeymen: 0 }],
  })
  expect(found.get('2027-03-13')?.working).toEqual([])
  expect(checksOf([MONDAY], events, [], people, company, false).get(MONDAY)?.ratio).toEqual([])
  const answers = [{ date: MONDAY, confirmed_at: null, declined_at: '2027-03-01T00:00:00Z', declined_reason: 'x' }]
  const refused = (draft: boolean) => checksOf([MONDAY], [assignment({ answers, draft })], [], people, company, false)
  expect(refused(false).get(MONDAY)).toMatchObject({ working: [], declined: [1] })
  // What was changed since is asked again.
  expect(refused(true).get(MONDAY)).toMatchObject({ working: [1], declined: [] })
})

test('checks name whose certification is valid no longer, from the day after its last one', () => {
  const validUntil = new Map([[1, MONDAY]])
  const found = checksOf([MONDAY, '2027-03-09'], [assignment()], [], new Map(), company, false, validUntil)
  expect([...found.values()].map(({ expired }) => expired)).toEqual([[], [1]])
})

test('a holiday of some hours leaves the others of the day', () => {
  const short = { ...company, short: new Map([[MONDAY, { hours: 4, name: 'Party' }]]) }
  const two = { end_date: '2027-03-09' }
  expect(hoursIn([assignment(two)], short, MONDAY, '2027-03-14')).toBe(12)
  // Ten hours a day leave six, and four that were planned anyway stay.
  expect(hoursIn([assignment({ ...two, hours_per_day: 10 })], short, MONDAY, '2027-03-14')).toBe(16)
  expect(hoursIn([assignment({ ...two, hours_per_day: 4 })], short, MONDAY, '2027-03-14')).toBe(8)
})

test('what is asked for is a strip below what is planned on its days, and says what it is', () => {
  const chips = chipsOf([assignment({ end_date: MONDAY })], company, '2027-03-07', '2027-03-20')
  const request = (start_date: string, end_date: string) =>
    ({ id: 1, kind: 'sick', start_date, end_date, hours_per_day: null }) as never
  const shown = askedOf(
    [request(MONDAY, '2027-03-09'), request('2027-03-10', '2027-03-25')],
    chips,
    '2027-03-07',
    '2027-03-20',
  )
  expect(shown).toMatchObject([
    { from: MONDAY, to: '2027-03-09', isStrip: true, says: 'Asks for time off, Mon, Mar 8 – Tue, Mar 9 (sick)' },
    { from: '2027-03-10', to: '2027-03-20', isStrip: false },
  ])
})

test('the bench has phases that are short of people, and people without work', () => {
  const person = (user: number) => ({
    id: user,
    name: `P${user}`,
    license: 'journeyman',
    active: true,
    schedulable: true,
  })
  const people = [person(1), person(2)]
  const bar = { ...assignment(), kind: 'phase', phase_id: 3, headcount: { journeyman: 2, apprentice: 0, laborer: 1 } }
  const bars = [bar as never]
  const byId = new Map(people.map((one) => [one.id, one]))
  const span = { from: MONDAY, to: '2027-03-20' }
  expect(shortPhases(bars, [assignment()], byId, span, company)).toMatchObject([
    { missing: { journeyman: 1, apprentice: 0, laborer: 1 } },
  ])
  expect(freePeople(people, [assignment()], MONDAY, company, () => false)).toEqual([
    { user_id: 1, from: '2027-03-15' },
    { user_id: 2, from: MONDAY },
  ])
})

test('cells are found from coordinates', () => {
  const columns = columnsOf(DAYS, NAMES + 4 * 30 + 10 * 60)
  expect([columnAt(columns, 0), columnAt(columns, 31), columnAt(columns, 99_999)]).toEqual([0, 1, 13])
  const lines: Line[] = [
    { kind: 'group', key: 'g', label: 'Journeymen', count: 2 },
    { kind: 'person', key: '1', id: 1 },
    { kind: 'person', key: '2', id: 2 },
  ]
  const tops = topsOf(lines)
  expect([lineAt(tops, 0), lineAt(tops, 23), lineAt(tops, 24), lineAt(tops, 61), lineAt(tops, 9999)]).toEqual([
    0, 0, 1, 2, 2,
  ])
})

test('assignments are written as CSV by person and day', () => {
  const text = assignmentsCsv([assignment({ note: '=1+1' })], { from: MONDAY, to: '2027-03-09' }, company, '07:00', {
    person: () => ({ name: 'Pat Olsen', employee_code: 'E105', license: 'journeyman' }),
    project: () => ({ number: '26-001', name: 'Canyon Lakes' }),
    phase: () => undefined,
  })
  const [, ...rows] = text.trim().split('\r\n')
  expect(rows.map((row) => row.slice(0, 10))).toEqual([MONDAY, '2027-03-09'])
  expect(rows[0]).toContain(`'=1+1`)
})

test('two weeks of a company are printed on one page, and many people on more', async () => {
  const pages = async (count: number) => {
    const lines = Array.from({ length: count }, (_, at): Line => ({ kind: 'person', key: String(at), id: at }))
    const bytes = await boardPdf({
      title: 'Three Rivers Electric schedule',
      letterhead: { company: 'Three Rivers Electric', logo: null },
      days: DAYS,
      lines,
      company,
      assignmentsOf: () => [assignment()],
      nameOf: (one) => `Person ${one}`,
      jobOf: () => ({ number: '26-001', name: 'Canyon Lakes' }),
    })
    const read = await pagesOf(bytes)
    for (const { text } of read) expect(text).toContain('Three Rivers Electric schedule')
    const words = read.map(({ text }) => text).join(' ')
    for (let one = 0; one < count; one++) expect(words).toContain(`Person ${one} `)
    expect(words).toContain('26-001 Canyon Lakes')
    const sizes = (await PDFDocument.load(bytes)).getPages().map((page) => page.getSize())
    expect(read).toHaveLength(sizes.length)
    return sizes
  }
  expect(await pages(60)).toEqual([{ width: 1224, height: 792 }])
  expect(await pages(300)).toHaveLength(4)
})

test('days off are shown, those of some hours too; another event of a day is shown but keeps nobody from work', () => {
  const event = (draft: Partial<CalendarEvent>): CalendarEvent => ({
    ...(assignment() as unknown as CalendarEvent),
    kind: 'calendar',
    title: 'Event',
    all_day: true,
    start_date: MONDAY,
    end_date: MONDAY,
    ...draft,
  })
  const dentist = event({ type: 'time_off', all_day: false, starts_at: `${MONDAY}T16:00:00.000Z` })
  const course = event({ type: 'meeting' })
  const call = event({ type: 'meeting', all_day: false, starts_at: `${MONDAY}T16:00:00.000Z` })
  const shown = datedOf([dentist, course, call], '2027-03-07', '2027-03-13')
  expect(shown.map((one) => [one.event.id, one.isOff])).toEqual([
    [dentist.id, true],
    [course.id, false],
  ])
  expect([dentist, course, call].map((one) => isOffOn(one, MONDAY))).toEqual([true, false, false])
  expect(isOffOn(dentist, '2027-03-09')).toBe(false)
})

test('the schedule begins with the view that shows someone their work', () => {
  const person = { role: 'office_staff', customer_id: null, contact_type_id: null } as CurrentUser
  expect(modesFor(person, true)).toEqual(['board', 'month', 'gantt', 'agenda'])
  expect(modesFor(person, false)).toEqual(['agenda', 'month'])
  expect(modesFor({ ...person, role: 'employee' }, true)).toEqual(['agenda', 'month'])
  expect(modesFor({ ...person, contact_type_id: 3 }, true)).toEqual(['agenda', 'month'])
  expect(modesFor({ ...person, customer_id: 3 }, true)).toEqual(['month'])
})
