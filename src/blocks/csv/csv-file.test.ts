import { expect, test } from 'vitest'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { number, text } from '#core/entity/fields.ts'
import { choicesOf, mapByTitle, missingIn, readSheet, sheetOf, toCsv, UnreadCell, type CsvColumn } from './csv-file.ts'

const tools = defineEntity('tool', {
  endpoint: 'api/tools',
  area: 'tools',
  access: {},
  sort: 'code',
  fields: { box: number(), code: text().unique('That code is in use.', ['box']), note: text().optional() },
})
const columns = [{ name: 'box', read: Number }, { name: 'code' }, { name: 'note' }]

function read(text: string, own: readonly CsvColumn<RecordOf<typeof tools>>[] = columns) {
  const sheet = sheetOf(text)
  return readSheet(tools, own, sheet, mapByTitle(tools, own, sheet))
}

test('lines are numbered as in a spreadsheet, counting empty rows and ignoring line breaks in cells', () => {
  const file = '\r\nBox,Code,Note\r\n1,a,"two\nlines"\r\n,,\r\n2,b,\r\n'
  const { drafts } = read(file)
  expect(drafts).toEqual([
    { line: 3, draft: { box: 1, code: 'a', note: 'two\nlines' } },
    { line: 5, draft: { box: 2, code: 'b' } },
  ])
})

test('columns are found by label or name; what is unknown is left out, what is missing is told', () => {
  const sheet = sheetOf('CODE;Weight;\na;3;')
  const mapping = mapByTitle(tools, columns, sheet)
  expect(mapping).toEqual(['code', null, null])
  expect(missingIn(tools, columns, mapping).map(({ name }) => name)).toEqual(['box'])
})

test('a column that was mapped by hand is found again by its title', () => {
  const chosen = choicesOf(sheetOf('Art.-Nr.;Kiste\n'), ['code', 'box'])
  const sheet = sheetOf('kiste;art nr;Note\n1;a;x')
  const mapping = mapByTitle(tools, columns, sheet, chosen)
  expect(mapping).toEqual(['box', 'code', 'note'])
  expect(readSheet(tools, columns, sheet, mapping).drafts[0]?.draft).toEqual({ box: 1, code: 'a', note: 'x' })
})

test('an exported file can be imported again, including cells that look like formulas', () => {
  const record = { id: 1, created_at: '', updated_at: '', deleted_at: null, box: 1, code: '=1+1', note: null }
  const { drafts } = read(toCsv(tools, columns, [record]))
  expect(drafts).toEqual([{ line: 2, draft: { box: 1, code: '=1+1' } }])
})

test('an unreadable cell is reported with its line and left out of the draft', () => {
  const readBox = (cell: string) => {
    if (cell === '7') return 70
    throw new UnreadCell(`There is no box ${cell}.`)
  }
  const { drafts, unread } = read('Box,Code\n7,a\n8,b\n', [{ name: 'box', read: readBox }, { name: 'code' }])
  expect(drafts.map(({ draft }) => draft)).toEqual([{ box: 70, code: 'a' }, { code: 'b' }])
  expect(unread).toEqual([{ line: 3, name: 'box', cell: '8', text: 'There is no box 8.' }])
})

test('titles are known as other systems write them', () => {
  const own = [
    { name: 'box', also: ['Bin'], read: Number },
    { name: 'code', also: ['Tool #', 'Asset Number'] },
    { name: 'note' },
  ]
  const mapped = (title: string) => mapByTitle(tools, own, sheetOf(`${title}\n`))[0]
  for (const title of ['Tool #', 'tool no.', 'TOOL_NO', 'Tool Number', 'tool-nr', 'Asset No'])
    expect([title, mapped(title)]).toEqual([title, 'code'])
  expect(['BIN', 'Tool', 'Nobody'].map(mapped)).toEqual(['box', null, null])
})

test('a device goes on with what it remembers of titles in their earlier form', () => {
  const sheet = sheetOf('Art.-Nr.;Kiste\n')
  expect(mapByTitle(tools, columns, sheet, { 'art nr': 'code', kiste: 'box' })).toEqual(['code', 'box'])
})

test('parts of a text are joined in the order of the columns, count as the whole, and are not written', () => {
  const own = [...columns, { name: 'kind', joins: 'code' }, { name: 'size', joins: 'code' }]
  const sheet = sheetOf('Size,Box,Kind\nlong,1,Saw\n,2,Drill\n')
  const mapping = mapByTitle(tools, own, sheet)
  expect(missingIn(tools, own, mapping)).toEqual([])
  expect(readSheet(tools, own, sheet, mapping).drafts.map(({ draft }) => draft)).toEqual([
    { box: 1, code: 'Saw long' },
    { box: 2, code: 'Drill' },
  ])
  expect(toCsv(tools, own, [])).toMatch(/^\uFEFF?Box,Code,Note\r\n$/)
})
