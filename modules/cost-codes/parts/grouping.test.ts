import { describe, expect, test } from 'vitest'
import { buildCategory, buildCode } from './codes.fixture.ts'
import { groupCodes, inOrder, newPlaces, nextPlace, totalOf } from './grouping.ts'

const general = buildCategory({ id: 1, number: '01', name: 'General' })
const electrical = buildCategory({ id: 2, number: '26', name: 'Électrical' })
const codes = [
  buildCode({ id: 1, number: '120', name: 'Rough-in', cost_code_category_id: 2, budget_hours: 0.1 }),
  buildCode({ id: 2, number: '9', name: 'Trim', cost_code_category_id: 2, budget_hours: 0.2 }),
  buildCode({ id: 3, number: '010', name: 'Mobilize', cost_code_category_id: 1, active: false }),
  buildCode({ id: 4, number: '5', name: 'Loose' }),
]
const told = (groups: ReturnType<typeof groupCodes>) =>
  groups.map(({ category, codes: own }) => [category?.number ?? null, ...own.map(({ id }) => id)])

describe('a project’s codes', () => {
  test('stand by category, dragged ones as dragged, others by number; those of no category last', () => {
    expect(told(groupCodes([electrical, general], codes))).toEqual([
      ['01', 3],
      ['26', 2, 1],
      [null, 4],
    ])
    const dragged = [buildCode({ id: 1, sort: 2 }), buildCode({ id: 2, sort: 1 }), buildCode({ id: 3 })]
    expect(dragged.toSorted(inOrder).map(({ id }) => id)).toEqual([3, 2, 1])
  })

  test('add up without the crumbs of floating point', () => {
    const groups = groupCodes([electrical], codes)
    expect(groups[0]?.hours).toBe(0.3)
    expect(totalOf(groups)).toEqual({ count: 4, hours: 0.3 })
  })

  test('are narrowed by use, and found by every word of number, name and category, without accents', () => {
    const all = [general, electrical]
    expect(told(groupCodes(all, codes, { status: 'active' }))).toEqual([['01'], ['26', 2, 1], [null, 4]])
    expect(told(groupCodes(all, codes, { status: 'inactive' }))).toEqual([['01', 3]])
    expect(told(groupCodes(all, codes, { search: 'ELEC rough' }))).toEqual([['26', 1]])
    expect(told(groupCodes(all, codes, { search: '26.9' }))).toEqual([['26', 2]])
    expect(told(groupCodes(all, codes, { search: 'nothing' }))).toEqual([])
  })

  test('keep the places of those not shown while the others change theirs', () => {
    const all = [1, 2, 3, 4].map((id) => buildCode({ id, sort: id - 1 }))
    expect(newPlaces(all, [4, 1, 3])).toEqual([
      { id: 4, sort: 0 },
      { id: 1, sort: 2 },
      { id: 3, sort: 3 },
    ])
    expect(newPlaces(all, [1, 2, 3, 4])).toEqual([])
    expect(newPlaces(all, [2, 1, 99])).toEqual([
      { id: 2, sort: 0 },
      { id: 1, sort: 1 },
    ])
  })

  test('a new one stands by its number until something was dragged, then last', () => {
    expect(nextPlace([])).toBe(-1)
    expect(nextPlace(codes)).toBe(-1)
    expect(nextPlace([buildCode({ id: 1, sort: 7 }), buildCode({ id: 2 })])).toBe(8)
  })
})
