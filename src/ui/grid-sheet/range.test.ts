import { expect, test } from 'vitest'
import { blockOf, cellsOf, parseBlock } from './range.ts'

test('a rectangle is the same from any corner', () => {
  const cells = [
    { row: 1, column: 2 },
    { row: 1, column: 3 },
    { row: 2, column: 2 },
    { row: 2, column: 3 },
  ]
  expect(cellsOf({ from: { row: 1, column: 2 }, to: { row: 2, column: 3 } })).toEqual(cells)
  expect(cellsOf({ from: { row: 2, column: 3 }, to: { row: 1, column: 2 } })).toEqual(cells)
})

test('blocks are parsed from the clipboard format of spreadsheets', () => {
  expect(parseBlock('8\t2.5\r\n\t4\r\n')).toEqual([
    ['8', '2.5'],
    ['', '4'],
  ])
})

test('a block fills cells down and right, a single value fills the whole selection', () => {
  const at = { row: 4, column: 1 }
  expect(blockOf(at, [['8', '2']], { from: at, to: at })).toEqual([
    { row: 4, column: 1, text: '8' },
    { row: 4, column: 2, text: '2' },
  ])
  expect(blockOf(at, [['8']], { from: at, to: { row: 5, column: 1 } })).toEqual([
    { row: 4, column: 1, text: '8' },
    { row: 5, column: 1, text: '8' },
  ])
})
