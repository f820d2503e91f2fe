import { describe, expect, test } from 'vitest'
import { buildCategory, buildCode } from './codes.fixture.ts'
import { groupCodes, inOrder, newSorts, nextSort, shownOf, totalOf } from './grouping.ts'

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
    expect(groups[0]?.hours).toBe(0.3)
    expect(totalOf(shownOf(groups))).toEqual({ count: 4, hours: 0.3 })
    // Without a budget there is none, which is not nothing.
    const bare = groupCodes([electrical], [buildCode({ id: 1, budget_hours: null })])
    expect([bare[0]?.hours, totalOf(shownOf(bare)).hours]).toEqual([null, null])
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
