import { expect, test } from 'vitest'
import { buildCategory, buildCode } from './codes.fixture.ts'
import { optionsFor } from './options.ts'

const categories = [
  buildCategory({ id: 1, number: '26', name: 'Electrical' }),
  buildCategory({ id: 2, number: '01', name: 'General' }),
]
const codes = [
  buildCode({ id: 1, number: '120', name: 'Rough-in', cost_code_category_id: 1 }),
  buildCode({ id: 2, number: '010', name: 'Mobilize', cost_code_category_id: 2 }),
  buildCode({ id: 3, number: '130', name: 'Feeders', cost_code_category_id: 1, active: false }),
  buildCode({ id: 4, number: '5', name: 'Loose' }),
]
const labels = (recent: number[], text = '') =>
  optionsFor({ categories, codes }, recent, text).map(({ label, group }) => (group ? `${group}: ${label}` : label))

test('active codes are offered in the project’s order, with the label of rule cost-code-label', () => {
  expect(labels([])).toEqual(['01.010 - General Mobilize', '26.120 - Electrical Rough-in', '5 - Loose'])
})

test('recent codes come first under a heading, newest first, and are not repeated', () => {
  expect(labels([4, 1, 3, 99])).toEqual([
    'Recent: 5 - Loose',
    'Recent: 26.120 - Electrical Rough-in',
    'All codes: 01.010 - General Mobilize',
  ])
})

test('a search matches all typed words in any order', () => {
  expect(labels([], 'rough 26')).toEqual(['26.120 - Electrical Rough-in'])
  expect(labels([4], 'general')).toEqual(['01.010 - General Mobilize'])
  expect(labels([], 'feeders')).toEqual([])
})

test('at most fifty options are shown', () => {
  const many = Array.from({ length: 3000 }, (_, at) => buildCode({ id: at + 1, number: String(at) }))
  expect(optionsFor({ categories: [], codes: many }, [2999], '').map(({ value }) => value)).toEqual([
    2999,
    ...Array.from({ length: 49 }, (_, at) => at + 1),
  ])
})
