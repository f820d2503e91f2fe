import { describe, expect, test } from 'vitest'
import { buildCategory, buildCode } from './codes.fixture.ts'
import { groupCodes, hoursOf, inOrder, leftOf, newSorts, nextSort, shownOf, totalOf } from './grouping.ts'

const general = buildCategory({ id: 1, number: '01', name: 'General' })
const electrical = buildCategory({ id: 2, number: '26', name: 'Électrical' })
const codes = [
  buildCode({ id: 1, number: '120', name: 'Rough-in', cost_code_category_id: 2, budget_hours: 0.1 }),
  buildCode({ id: 2, number: '9', name: 'Trim', cost_code_category_id: 2, budget_hours: 0.2 }),
  buildCode({ id: 3, number: '010', name: 'Mobilize', cost_code_category_id: 1, active: false }),
  buildCode({ id: 4, number: '5', name: 'Loose' }),
]
const shape = (groups: ReturnType<typeof groupCodes>) =>
  groups.map(({ category, codes: own }) => [category?.number ?? null, ...own.map(({ id }) => id)])

describe('a project’s codes', () => {
  test('are grouped by category, sorted by position and then by number; codes without a category come last', () => {
    expect(shape(groupCodes([electrical, general], codes))).toEqual([
      ['01', 3],
      ['26', 2, 1],
      [null, 4],
    ])
    const dragged = [buildCode({ id: 1, sort: 2 }), buildCode({ id: 2, sort: 1 }), buildCode({ id: 3 })]
    expect(dragged.toSorted(inOrder).map(({ id }) => id)).toEqual([3, 2, 1])
  })

  test('have totals without floating-point errors', () => {
    const groups = groupCodes([electrical], codes)
    expect(groups[0]?.hours.budget).toBe(0.3)
    expect(totalOf(shownOf(groups))).toEqual({ count: 4, hours: { budget: 0.3, booked: null } })
    // Without a budget there is none, which is not nothing.
    const bare = groupCodes([electrical], [buildCode({ id: 1, budget_hours: null })])
    expect([bare[0]?.hours.budget, totalOf(shownOf(bare)).hours.budget]).toEqual([null, null])
  })

  test('have what is left where booked hours are told, also over the budget', () => {
    const told = [
      buildCode({ id: 1, budget_hours: 10, booked_hours: 12.1 }),
      buildCode({ id: 2, budget_hours: 0.3, booked_hours: 0.1 }),
      buildCode({ id: 3, budget_hours: null, booked_hours: 5 }),
    ]
    expect(told.map((code) => leftOf(hoursOf(code)))).toEqual([-2.1, 0.2, null])
    const { hours } = totalOf(shownOf(groupCodes([], told)))
    expect([hours, leftOf(hours)]).toEqual([{ budget: 10.3, booked: 17.2 }, -6.9])
    // Unknown hours are not zero.
    expect(leftOf(hoursOf(buildCode({ id: 1, budget_hours: 10 })))).toBeNull()
  })

  test('are filtered by status, and found by all words of number, name and category, ignoring accents', () => {
    const all = [general, electrical]
    expect(shape(groupCodes(all, codes, { status: 'active' }))).toEqual([['01'], ['26', 2, 1], [null, 4]])
    expect(shape(groupCodes(all, codes, { status: 'inactive' }))).toEqual([['01', 3]])
    expect(shape(groupCodes(all, codes, { search: 'ELEC rough' }))).toEqual([['26', 1]])
    expect(shape(groupCodes(all, codes, { search: '26.9' }))).toEqual([['26', 2]])
    expect(shape(groupCodes(all, codes, { search: 'nothing' }))).toEqual([])
  })

  test('keep the positions of hidden codes while the visible ones are reordered', () => {
    const all = [1, 2, 3, 4].map((id) => buildCode({ id, sort: id - 1 }))
    expect(newSorts(all, [4, 1, 3])).toEqual([
      { id: 4, sort: 0 },
      { id: 1, sort: 2 },
      { id: 3, sort: 3 },
    ])
    expect(newSorts(all, [1, 2, 3, 4])).toEqual([])
    expect(newSorts(all, [2, 1, 99])).toEqual([
      { id: 2, sort: 0 },
      { id: 1, sort: 1 },
    ])
  })

  test('a new code is sorted by number until codes were sorted by hand; then it comes last', () => {
    expect(nextSort([])).toBe(-1)
    expect(nextSort(codes)).toBe(-1)
    expect(nextSort([buildCode({ id: 1, sort: 7 }), buildCode({ id: 2 })])).toBe(8)
  })
})
