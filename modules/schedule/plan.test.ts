import { describe, expect, test } from 'vitest'
import { changedIn, isDraft, planOf, settled, toldOf, type Planned } from './plan.ts'

const by = { user: { id: 7 }, now: '2027-03-07T16:00:00.000Z' }
const bar = {
  kind: 'phase' as const,
  project_id: 2,
  phase_id: 3,
  start_date: '2027-03-08',
  end_date: '2027-03-12',
  headcount: { journeyman: 2, apprentice: 0, laborer: 1 },
  percent_complete: 0,
  tentative: false,
}
const published = planOf(bar)
/** A bar that was published as it is, but for this. */
const told = (more: object = {}): Planned => ({ ...bar, published, ...more })

describe('a draft', () => {
  test('is what nobody was told, what is to go, and what differs from what was told', () => {
    expect([isDraft(bar), isDraft(told({ published: null }))]).toEqual([true, true])
    expect(isDraft(told())).toBe(false)
    expect(isDraft(told({ removed: true }))).toBe(true)
    expect(isDraft(told({ end_date: '2027-03-15' }))).toBe(true)
  })

  test('differs by the names of what is planned, whatever the order in which an engine keeps them', () => {
    expect(changedIn(bar)).toEqual(Object.keys(published))
    expect(changedIn(told({ tentative: true, end_date: '2027-03-15' }))).toEqual(['end_date', 'tentative'])
    const stored = { ...published, headcount: { laborer: 1, journeyman: 2, apprentice: 0 }, blocked_by_id: undefined }
    expect(changedIn({ ...bar, published: stored })).toEqual([])
    expect(changedIn({ ...bar, published: { ...stored, headcount: null } })).toEqual(['headcount'])
    expect(
      changedIn({ ...bar, published: { ...stored, headcount: { laborer: 2, journeyman: 1, apprentice: 0 } } }),
    ).toEqual(['headcount'])
  })

  test('has the order of weekdays as it is', () => {
    const work = { kind: 'assignment' as const, days: [1, 2] }
    expect(changedIn({ ...work, published: { ...planOf(work), days: [2, 1] } })).toEqual(['days'])
  })
})

test('a plan has what its kind has, and a phase where the kind is not said', () => {
  expect(published).toEqual({ ...planOf({}), ...bar, kind: undefined })
  expect(Object.keys(published)).not.toContain('kind')
  expect(Object.keys(planOf({ kind: 'calendar' }))).toContain('title')
  expect(Object.keys(planOf({}))).toEqual(Object.keys(published))
})

describe('a change', () => {
  test('of a phase or an assignment is a draft while it differs', () => {
    expect(settled(told(), { end_date: '2027-03-15' }, by)).toEqual({
      end_date: '2027-03-15',
      draft: true,
      drafted_id: 7,
    })
    expect(settled(told(), { end_date: bar.end_date }, by)).toEqual({
      end_date: bar.end_date,
      draft: false,
      drafted_id: null,
    })
  })

  test('of the calendar is published at once, and only if there is one', () => {
    const event = { kind: 'calendar' as const, title: 'Walk', start_date: '2027-03-08', end_date: '2027-03-08' }
    const first = settled(event, { title: 'Safety walk' }, by)
    expect(first).toMatchObject({
      title: 'Safety walk',
      draft: false,
      published_id: 7,
      published_at: by.now,
      published: { title: 'Safety walk', start_date: '2027-03-08' },
      told_from: '2027-03-08',
      told_to: '2027-03-08',
      told_user_id: null,
    })
    expect(settled({ ...event, published: planOf(event) }, { title: 'Walk' }, by)).toEqual({
      title: 'Walk',
      draft: false,
    })
    expect(settled({ ...event, published: planOf(event) }, { title: 'Run' }, by)).toMatchObject({
      published_at: by.now,
    })
  })
})

test('what was told stands in columns that conditions look at, and nothing else does', () => {
  const columned = { user_id: 1, project_id: 2, start_date: '2027-03-08', end_date: '2027-03-12' }
  const columns = { told_user_id: 1, told_project_id: 2, told_from: '2027-03-08', told_to: '2027-03-12' }
  expect(toldOf(columned)).toEqual(columns)
  expect(toldOf({ user_id: '1', project_id: null, start_date: 5 })).toEqual({
    told_user_id: null,
    told_project_id: null,
    told_from: null,
    told_to: null,
  })
})
