import { describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Timecard, TimeEntry } from './entities.ts'
import {
  entryProblems,
  hasTwice,
  isDisputed,
  isLocked,
  isSigned,
  linesToSign,
  mayAnswer,
  mayChangeWeek,
  mayRemove,
  mayStep,
  proposalsOf,
  quotedIn,
  statementsOf,
  stateOf,
  tooManyHours,
  toReview,
  typesFor,
  undisputed,
} from './guards.ts'
import { payWeek, type PaidEntry } from './pay-week.ts'
import { defaultRules } from '#lib/overtime/rules.ts'

const someone = (permissions: Record<string, Record<string, boolean>> = {}): CurrentUser => ({
  id: 7,
  name: 'Kim Tran',
  email: 'kim@plumbline.test',
  role: 'foreman',
  permissions,
  customer_id: null,
  contact_type_id: null,
})
const AT = '2026-03-09T16:00:00.000Z'

describe('an entry', () => {
  const whole = { type: 'standard', project_id: 1, cost_code_id: 2, hours: 8 } as const

  test('of standard time needs a project, a code and hours', () => {
    expect(entryProblems(whole, false)).toEqual({})
    const { type: _, ...usual } = whole
    expect(entryProblems(usual, false)).toEqual({})
    expect(entryProblems({}, false)).toEqual({
      hours: ['Please add at least one entry with hours.'],
      project_id: ['Project is required'],
      cost_code_id: ['Please select a cost code for each entry.'],
    })
  })

  test('of other time needs hours alone', () => {
    expect(entryProblems({ type: 'shop', hours: 8 }, false)).toEqual({})
    expect(Object.keys(entryProblems({ type: 'vacation' }, false))).toEqual(['hours'])
  })

  test('without hours has per diem, where that is paid', () => {
    const none = { ...whole, hours: 0 }
    expect(entryProblems({ ...none, per_diem: true }, true)).toEqual({})
    for (const [per_diem, isPaid] of [
      [true, false],
      [false, true],
    ] as const)
      expect(Object.keys(entryProblems({ ...none, per_diem }, isPaid))).toEqual(['hours'])
  })

  test('is of a type that its person may enter', () => {
    expect(typesFor(someone())).toEqual(['standard', 'shop', 'vacation'])
    expect(typesFor(someone({ adminTimeEntries: { edit: true } }))).toEqual(['standard', 'shop', 'vacation', 'admin'])
  })

  test('is removed by who may delete time, and by who created it and may do so still', () => {
    const [own, others] = [{ creator_id: 7 }, { creator_id: 8 }]
    const creates = someone({ timeEntries: { create: true } })
    expect([mayRemove(own, creates), mayRemove(others, creates), mayRemove(null, creates)]).toEqual([
      true,
      false,
      false,
    ])
    expect([mayRemove(own, someone()), mayRemove(own, null)]).toEqual([false, false])
    expect(mayRemove(others, someone({ timeEntries: { delete: true } }))).toBe(true)
  })
})

describe('a week', () => {
  test('is in the last of its states', () => {
    const stamps: (keyof Timecard)[] = ['rejected_at', 'submitted_at', 'approved_at', 'exported_at']
    const states = stamps.map((_, at) => stateOf(Object.fromEntries(stamps.slice(0, at + 1).map((name) => [name, AT]))))
    expect(states).toEqual(['rejected', 'submitted', 'approved', 'exported'])
    expect([stateOf(null), stateOf(undefined), stateOf({ submitted_at: null })]).toEqual(['open', 'open', 'open'])
  })

  test('is locked once it is approved', () => {
    expect([
      isLocked({ approved_at: AT }),
      isLocked({ approved_at: null }),
      isLocked(null),
      isLocked(undefined),
    ]).toEqual([true, false, false, false])
  })

  test('is disputed until somebody answers, and signed until its hours change', () => {
    const both = [isDisputed, isSigned]
    expect(both.map((is) => is(null))).toEqual([false, false])
    expect(both.map((is) => is(undefined))).toEqual([false, false])
    expect(both.map((is) => is({ disputed_at: AT, signed_at: AT }))).toEqual([true, true])
    expect(
      both.map((is) => is({ disputed_at: AT, dispute_answered_at: AT, signed_at: AT, signature_void_at: AT })),
    ).toEqual([false, false])
    expect(both.map((is) => is({ dispute_answered_at: null, signature_void_at: null }))).toEqual([false, false])
  })
})

describe('what is said of a week', () => {
  const said = (more: object = {}) => ({
    disputed_id: 7,
    disputed_at: AT,
    disputed_reason: 'I left at noon',
    disputed_entry_id: 11,
    disputed_hours: 4,
    disputed_before: null,
    dispute_answered_at: null,
    ...more,
  })
  const earlier = { user_id: 8, at: AT, reason: 'Friday too', entry_id: 12, hours: 6 }
  const newest = { user_id: 7, at: AT, reason: 'I left at noon', entry_id: 11, hours: 4 }

  test('is all since nobody answered, oldest first, and quoted so', () => {
    expect(statementsOf(said())).toEqual([newest])
    expect(statementsOf(said({ disputed_before: [earlier] }))).toEqual([earlier, newest])
    expect(quotedIn(said({ disputed_before: [earlier] }))).toBe('“Friday too” “I left at noon”')
    expect(statementsOf({ disputed_reason: 'No' })).toEqual([
      { user_id: null, at: null, reason: 'No', entry_id: null, hours: null },
    ])
    expect([statementsOf(undisputed), statementsOf({}), quotedIn({})]).toEqual([[], [], ''])
    expect(Object.values(undisputed).every((value) => value === null)).toBe(true)
    expect(Object.keys(undisputed)).toHaveLength(9)
  })

  test('proposes the hours that were said last of each day, where the entry is known', () => {
    const entry = (id: number, date: string, hours: number) => ({ id, date, hours }) as TimeEntry
    const entries = [entry(11, '2026-03-13', 8), entry(12, '2026-03-09', 10), entry(13, '2026-03-09', 2)]
    const week = said({ disputed_before: [{ ...earlier, entry_id: 13, hours: 1 }, earlier] })
    const proposed = [
      { entry_id: 12, date: '2026-03-09', hours: 10, to: 6 },
      { entry_id: 11, date: '2026-03-13', hours: 8, to: 4 },
    ]
    expect(proposalsOf(week, entries)).toEqual(proposed)
    expect(proposalsOf(week, entries.toReversed())).toEqual(proposed)
    expect(proposalsOf(said({ disputed_hours: null }), entries)).toEqual([])
    expect(proposalsOf(said({ disputed_entry_id: 99 }), entries)).toEqual([])
    expect(proposalsOf(said({ dispute_answered_at: AT }), entries)).toEqual([])
    expect(proposalsOf(said({ disputed_hours: 0 }), entries)).toMatchObject([{ to: 0 }])
  })
})

describe('the steps of a week', () => {
  const [own, others] = [{ user_id: 7 }, { user_id: 8 }]
  const enters = someone({ timeEntries: { create: true } })
  const approves = someone({ timecards: { approve: true } })

  test('are taken by its person, and by who enters time', () => {
    expect([mayStep(own, someone()), mayStep(others, someone()), mayStep(others, enters)]).toEqual([true, false, true])
  })

  test('somebody else answers what a person says of their own hours, or who approves', () => {
    expect([mayAnswer(own, someone()), mayAnswer(others, someone()), mayAnswer(own, approves)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('are all that changes it', () => {
    const may = (verb: string, before: { user_id: number } | null, user = someone()) =>
      mayChangeWeek(verb, { before, draft: own }, user)
    for (const verb of ['edit', 'delete'])
      expect(may(verb, own, enters)).toBe('A week is submitted, approved or reopened, not edited.')
    for (const verb of ['approve', 'reject', 'reopen']) expect(may(verb, others)).toBe(true)
    for (const verb of ['answer_dispute', 'take_back_answer'])
      expect([may(verb, own), may(verb, own, approves), may(verb, others)]).toEqual([
        'Someone else answers this.',
        true,
        true,
      ])
    for (const verb of ['submit', 'dispute', 'create'])
      expect([may(verb, own), may(verb, null), may(verb, others), may(verb, others, enters)]).toEqual([
        true,
        true,
        false,
        true,
      ])
  })
})

test('what waits for a review is on a project, saved, and reviewed by nobody', () => {
  const entry = (id: number, project_id: number | null, reviewed_at: string | null = null) => ({
    id,
    project_id,
    reviewed_at,
  })
  expect(toReview([entry(1, 5), entry(2, null), entry(3, 5, AT), entry(-1, 5), entry(0, 5), entry(4, 6)])).toEqual([
    1, 4,
  ])
})

test('who has too many hours, or twice the same, is named with the day', () => {
  expect(tooManyHours('Kim Tran', '3/9')).toBe('More than 24 hours entered for Kim Tran on 3/9.')
  expect(hasTwice('Kim Tran', '3/9')).toBe('Kim Tran has time on this code on 3/9 already.')
})

/** An entry as far as it is signed and paid. */
const line = (more: Partial<PaidEntry>): PaidEntry => ({
  id: 1,
  date: '2026-03-09',
  hours: 8,
  type: 'standard',
  project_id: 1,
  per_diem: false,
  project_number: '26-001',
  cost_code_number: '110',
  ...more,
})

test('what is signed is the same in whichever order it was entered, and nothing but what is paid', () => {
  const lines = [line({ date: '2026-03-10' }), line({ hours: 2 }), line({ id: 3, hours: 6 })]
  const signed = linesToSign(lines)
  expect(signed).toEqual([
    { date: '2026-03-09', project_id: 1, type: 'standard', hours: 2, per_diem: false },
    { date: '2026-03-09', project_id: 1, type: 'standard', hours: 6, per_diem: false },
    { date: '2026-03-10', project_id: 1, type: 'standard', hours: 8, per_diem: false },
  ])
  expect(linesToSign(lines.toReversed())).toEqual(signed)
})

describe('the pay of a week', () => {
  const terms = { rules: defaultRules, zero_hour_per_diem: false, agreements: [], trade: null }
  const address = { line1: '1 Main St', city: 'Pasco', state: 'WA', postal_code: '99301', geotag: null }
  const paid = (overtime_rule: 'standard' | 'prevailing', known = true) => {
    const project = { number: '26-001', overtime_rule, address: { ...address, line2: '' } }
    const { totals } = payWeek('2026-03-08', [line({ hours: 10 })], () => (known ? project : undefined), terms)
    return [totals.regular, totals.overtime]
  }

  test('follows the rule of the project, and the standard one where one does not see it', () => {
    expect(paid('standard')).toEqual([10, 0])
    expect(paid('prevailing')).toEqual([8, 2])
    expect(paid('prevailing', false)).toEqual([10, 0])
  })
})
