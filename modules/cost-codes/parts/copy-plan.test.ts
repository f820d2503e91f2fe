import { expect, test } from 'vitest'
import type { DefaultCostCode, DefaultCostCodeCategory } from '../../default-cost-codes/entities.ts'
import { buildCategory, buildCode } from './codes.fixture.ts'
import { categoriesToMake, codesToMake, existsIn, treeOf } from './copy-plan.ts'

const base = { created_at: '', updated_at: '', deleted_at: null }
const categories: DefaultCostCodeCategory[] = [
  { ...base, id: 7, number: '26', name: 'Electrical', sort: -1 },
  { ...base, id: 8, number: '01', name: 'General', sort: -1 },
  { ...base, id: 9, number: '99', name: 'Empty', sort: -1 },
]
const code = (id: number, number: string, category: DefaultCostCodeCategory | undefined, active = true, sort = -1) => ({
  ...base,
  id,
  number,
  name: `Code ${number}`,
  active,
  sort,
  default_cost_code_category_id: category?.id ?? null,
  category_number: category?.number ?? null,
  category_name: category?.name ?? null,
})
const codes: DefaultCostCode[] = [
  code(1, '120', categories[0]),
  code(2, '20', categories[0]),
  code(3, 'a1', categories[1]),
  code(4, '5', undefined),
  code(5, '6', undefined, false),
]
const nothing = { categories: [], codes: [] }

test('the defaults form a tree sorted by number, without empty categories and inactive codes', () => {
  expect(
    treeOf(categories, codes).map((branch) => [branch.category?.number, branch.codes.map(({ id }) => id)]),
  ).toEqual([
    ['01', [3]],
    ['26', [2, 1]],
    [undefined, [4]],
  ])
})

test('each category is created once, and codes are created in their categories', () => {
  expect(categoriesToMake(codes.slice(0, 4), nothing, treeOf(categories, codes))).toEqual([
    { number: '26', name: 'Electrical', sort: -1 },
    { number: '01', name: 'General', sort: -1 },
  ])
  const made = [buildCategory({ id: 31, number: '26' }), buildCategory({ id: 32, number: '01' })]
  expect(codesToMake(codes.slice(0, 4), { categories: made, codes: [] })).toMatchObject([
    { number: '120', cost_code_category_id: 31 },
    { number: '20', cost_code_category_id: 31 },
    { number: 'a1', cost_code_category_id: 32 },
    { number: '5', cost_code_category_id: null },
  ])
})

test('a second run creates only what is missing, comparing numbers without case', () => {
  const project = {
    categories: [buildCategory({ id: 31, number: '26', name: 'Power' }), buildCategory({ id: 32, number: '01' })],
    codes: [
      buildCode({ id: 1, number: '120', cost_code_category_id: 31, active: false }),
      buildCode({ id: 2, number: 'A1', cost_code_category_id: 32, sort: 4 }),
      buildCode({ id: 3, number: '20', cost_code_category_id: 32 }),
    ],
  }
  expect(codes.filter(existsIn(project)).map(({ id }) => id)).toEqual([1, 3])
  expect(categoriesToMake(codes, project, treeOf(categories, codes))).toEqual([])
  expect(codesToMake(codes.slice(0, 4), project)).toEqual([
    { number: '20', name: 'Code 20', cost_code_category_id: 31, sort: 5 },
    { number: '5', name: 'Code 5', cost_code_category_id: null, sort: 5 },
  ])
  expect(
    codesToMake(codes.slice(0, 4), { ...project, codes: [...project.codes, buildCode({ id: 9, number: '5' })] }),
  ).toHaveLength(1)
})

test('defaults that were sorted by hand keep their order, in the tree and in a project that was not sorted', () => {
  const sorted = [code(1, '120', categories[0], true, 0), code(2, '20', categories[0], true, 1)]
  expect(treeOf(categories, sorted)[0]?.codes.map(({ id }) => id)).toEqual([1, 2])
  const sortsIn = (project: Parameters<typeof codesToMake>[1]) => codesToMake(sorted, project).map(({ sort }) => sort)
  expect(sortsIn(nothing)).toEqual([0, 1])
  expect(sortsIn({ categories: [], codes: [buildCode({ id: 3, number: '7', sort: 4 })] })).toEqual([5, 5])
})

test('categories that were sorted by hand keep their order as well', () => {
  const sorted = categories.map((category, at) => ({ ...category, sort: at }))
  const sortsIn = (project: Parameters<typeof categoriesToMake>[1]) =>
    categoriesToMake(codes, project, treeOf(sorted, codes)).map(({ number, sort }) => [number, sort])
  expect(sortsIn(nothing)).toEqual([
    ['26', 0],
    ['01', 1],
  ])
  expect(sortsIn({ categories: [buildCategory({ id: 31, number: '26', sort: 4 })] })).toEqual([['01', 5]])
})
