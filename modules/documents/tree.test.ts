import { expect, test } from 'vitest'
import { flat, sumOf, treeOf, wayTo } from './tree.ts'

const folder = (id: number, name: string, parent_id: number | null = null, sort = 0) => ({
  id,
  name,
  parent_id,
  sort,
  held: id,
})
const folders = [
  folder(1, 'Submittals', null, 1),
  folder(2, 'panels', 1),
  folder(3, 'Gear', 1),
  folder(4, 'Contracts'),
  folder(5, 'Shared with us', 99, 2),
]

test('folders stand under their parents, by their order and then by name', () => {
  const lines = flat(treeOf(folders)).map(({ folder: { name }, depth }) => `${depth} ${name}`)
  expect(lines).toEqual(['0 Contracts', '0 Submittals', '1 Gear', '1 panels', '0 Shared with us'])
  expect(flat(treeOf(folders), (id) => id !== 1).map(({ folder: { id } }) => id)).toEqual([4, 1, 5])
})

test('the way to a folder begins at the top', () => {
  expect(wayTo(2, folders).map(({ name }) => name)).toEqual(['Submittals', 'panels'])
  expect(wayTo(null, folders)).toEqual([])
  expect(wayTo(5, folders).map(({ name }) => name)).toEqual(['Shared with us'])
})

test('a sum counts a folder with all below it', () => {
  const submittals = treeOf(folders).find(({ folder: { id } }) => id === 1)
  expect(submittals && sumOf(submittals, ({ held }) => held)).toBe(6)
})
