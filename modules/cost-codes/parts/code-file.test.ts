import { expect, test } from 'vitest'
import { mapByTitle, readSheet, sheetOf, toCsv } from '#blocks/csv/csv-file.ts'
import { costCodes } from '../entities.ts'
import { buildCategory, buildCode } from './codes.fixture.ts'
import { codeColumns } from './code-file.ts'

const readText = (text: string) => {
  const sheet = sheetOf(text)
  return readSheet(costCodes, columns, sheet, mapByTitle(costCodes, columns, sheet))
}
const columns = codeColumns(() => [buildCategory({ id: 4, number: 'E26' })])

test('the export contains number, name, category, budget, percent and active, and escapes formulas', () => {
  const file = toCsv(costCodes, columns, [
    buildCode({
      id: 1,
      number: '010',
      name: '=cmd()',
      cost_code_category_id: 4,
      budget_hours: 12.5,
      percent_complete: 40,
    }),
    buildCode({ id: 2, number: '020', name: 'Trim', active: false }),
  ])
  expect(file.slice(1).split('\r\n')).toEqual([
    'Number,Name,Category,Budget hours,Percent complete,Active',
    `010,'=cmd(),E26,12.5,40,yes`,
    '020,Trim,,,,no',
    '',
  ])
})

test('the import accepts common spreadsheet formats and finds categories by number', () => {
  const text =
    'number;name;category;budget hours;percent_complete;active\n010;Trim;e26;1,200.5;45 %;TRUE\n020;Feeders;;;;No\n'
  const { drafts, unread } = readText(text)
  expect(unread).toEqual([])
  expect(drafts.map(({ draft }) => draft)).toEqual([
    {
      number: '010',
      name: 'Trim',
      cost_code_category_id: 4,
      budget_hours: '1200.5',
      percent_complete: '45',
      active: true,
    },
    { number: '020', name: 'Feeders', active: false },
  ])
})

test('unknown categories and invalid active values are reported by line; a category number is never read as an id', () => {
  const { drafts, unread } = readText('Number,Name,Category,Active\n1,A,4,yes\n2,B,E26,perhaps\n')
  expect(unread).toEqual([
    { line: 2, name: 'cost_code_category_id', cell: '4', text: 'This project has no category 4.' },
    { line: 3, name: 'active', cell: 'perhaps', text: 'Active must be yes or no.' },
  ])
  expect(drafts[0]?.draft).not.toHaveProperty('cost_code_category_id')
})
