import { expect, test } from 'vitest'
import { defineEntity } from '#core/entity/entity.ts'
import { number, text } from '#core/entity/fields.ts'
import { fromCsv, repeatsIn, toCsv, UnreadCell } from './csv-file.ts'

const tools = defineEntity('tool', {
  endpoint: 'api/tools',
  area: 'tools',
  access: {},
  sort: 'code',
  fields: { box: number(), code: text().unique('That code is in use.', ['box']), note: text().optional() },
})
const columns = [{ name: 'box', read: Number }, { name: 'code' }, { name: 'note' }]

test('lines are numbered as in a spreadsheet, counting empty rows and ignoring line breaks in cells', () => {
  const file = '\r\nBox,Code,Note\r\n1,a,"two\nlines"\r\n,,\r\n2,b,\r\n'
  const { drafts, unknown, missing } = fromCsv(tools, columns, file)
  expect(drafts).toEqual([
    { line: 3, draft: { box: 1, code: 'a', note: 'two\nlines' } },
    { line: 5, draft: { box: 2, code: 'b' } },
  ])
  expect([unknown, missing]).toEqual([[], []])
})

test('unknown columns and missing required columns are reported', () => {
  expect(fromCsv(tools, columns, 'Code;Weight;\na;3;')).toMatchObject({ unknown: ['Weight'], missing: ['Box'] })
})

test('duplicate unique values within the file are reported', () => {
  const { drafts } = fromCsv(tools, columns, 'box,code\n1,a\n2,a\n1,A\n')
  expect(repeatsIn(tools, drafts)).toEqual([{ line: 4, first: 2, text: 'That code is in use.' }])
})

test('an exported file can be imported again, including cells that look like formulas', () => {
  const record = { id: 1, created_at: '', updated_at: '', deleted_at: null, box: 1, code: '=1+1', note: null }
  const { drafts } = fromCsv(tools, columns, toCsv(tools, columns, [record]))
  expect(drafts).toEqual([{ line: 2, draft: { box: 1, code: '=1+1' } }])
})

test('an unreadable cell is reported with its line and left out of the draft', () => {
  const read = (cell: string) => {
    if (cell === '7') return 70
    throw new UnreadCell(`There is no box ${cell}.`)
  }
  const { drafts, unread } = fromCsv(tools, [{ name: 'box', read }, { name: 'code' }], 'Box,Code\n7,a\n8,b\n')
  expect(drafts.map(({ draft }) => draft)).toEqual([{ box: 70, code: 'a' }, { code: 'b' }])
  expect(unread).toEqual([{ line: 3, name: 'box', cell: '8', text: 'There is no box 8.' }])
})
