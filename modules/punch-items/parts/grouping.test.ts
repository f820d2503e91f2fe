import { expect, test } from 'vitest'
import type { PunchItem } from '../entities.ts'
import { allItems, asList, chosen, fromList, groupsOf, NOBODY } from './grouping.ts'
import { daysLate, dueLabel } from './labels.ts'
import { frequent, suggestionsFor } from './suggestions.ts'

let count = 0
/** An item with the fields that lists depend on; the others are not read. */
const item = (part: Partial<PunchItem>) =>
  ({
    id: ++count,
    number: count,
    title: `Item ${count}`,
    assigned_id: null,
    assigned_name: null,
    location: null,
    trade: null,
    due_date: null,
    completed_at: null,
    closed_at: null,
    ...part,
  }) as PunchItem

const today = '2026-11-22'
const done = '2026-11-20T10:00:00.000Z'
const viewer = { me: 5, mayCheck: ({ user_id }: PunchItem) => user_id === 5 }

test('items are grouped by state in the order of the work, and within by due date, undated ones last', () => {
  const [undated, late, early] = [item({}), item({ due_date: '2026-11-25' }), item({ due_date: '2026-11-20' })]
  const closed = item({ closed_at: done })
  const groups = groupsOf([closed, undated, late, early, item({ completed_at: done })], 'state', today)
  expect(groups.map(({ label, ids, late: overdue }) => [label, ids.length, overdue])).toEqual([
    ['Open', 3, 1],
    ['Completed', 1, 0],
    ['Closed', 1, 0],
  ])
  expect(groups[0]?.ids).toEqual([early.id, late.id, undated.id])
})

test('items without an assignee or a location come last', () => {
  const all = [
    item({}),
    item({ assigned_id: 7, assigned_name: 'Kim Tran', location: 'Stage' }),
    item({ assigned_id: 6, assigned_name: 'Al Reyes' }),
  ]
  expect(groupsOf(all, 'assignee', today).map(({ label }) => label)).toEqual(['Al Reyes', 'Kim Tran', 'Nobody yet'])
  expect(groupsOf(all, 'location', today).map(({ label }) => label)).toEqual(['Stage', 'No location'])
})

test('filters narrow together, and a completed item waits for whoever may check it', () => {
  const mine = item({ assigned_id: 5, trade: 'Lighting' })
  const nobodys = item({ trade: 'Lighting' })
  const waiting = item({ completed_at: done, user_id: 5 })
  const others = item({ completed_at: done, user_id: 9 })
  const all = [mine, nobodys, waiting, others, item({ assigned_id: 5, closed_at: done })]
  const shown = (choice: object) => chosen(all, { ...allItems, ...choice }, viewer)
  expect(shown({ view: 'mine' })).toEqual([mine])
  expect(shown({ view: 'check' })).toEqual([waiting])
  expect(shown({ trade: 'Lighting', assigned: NOBODY })).toEqual([nobodys])
})

test('a remembered choice is read as far as it is still known', () => {
  const choice = { ...allItems, group: 'location', trade: 'Lighting' } as const
  expect(fromList(asList(choice))).toEqual(choice)
  expect(fromList({ ...asList(choice), filters: { group: 'colour', view: 'everything' } })).toEqual(allItems)
})

test('only an open item is overdue', () => {
  expect(dueLabel(item({ due_date: '2026-11-20' }), today)).toBe('Overdue 2 d')
  expect(dueLabel(item({ due_date: today }), today)).toBe('Due today')
  expect(dueLabel(item({ due_date: '2026-11-24' }), today)).toBe('Tue, Nov 24')
  expect(daysLate(item({ due_date: '2026-11-20', completed_at: done }), today)).toBe(0)
})

test('titles that hold what was typed are offered once, whatever their case', () => {
  const titles = ['Plate missing', 'Not labelled', 'plate missing', 'Cover plate cracked']
  expect(suggestionsFor('plate', titles)).toEqual(['plate missing', 'Cover plate cracked'])
  expect(suggestionsFor('Not labelled', titles)).toEqual([])
  expect(frequent(['a', null, 'b', 'b'], 1)).toEqual(['b'])
})
