import { array, assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsv, parseCsv } from './csv.ts'

test.each([
  [
    'commas and CRLF',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons and a mark, as Excel writes them',
    '\uFEFFa;b\n1;"2,5"\n',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  ['quotes with quotes and line breaks', 'a\n"say ""hi""\nnow"', [['a'], ['say "hi"\nnow']]],
  [
    'tabs',
    'a\tb\n1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['old line ends and empty lines', 'a\r\r1\r', [['a'], ['1']]],
])('reads %s', (_, text, rows) => expect(parseCsv(text)).toEqual(rows))

test('no cell can run as a formula', () => {
  expect(formatCsv([['=1+1', '+cmd', '-2', '@x', 'fine', 3]])).toBe("\uFEFF'=1+1,'+cmd,-2,'@x,fine,3\r\n")
})

test('what is written is what is read', () => {
  const cells = string().filter((text) => !/^[=+\-@\t\r]/.test(text))
  assert(
    property(array(array(cells, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const kept = [['x', 'y'], ...rows].filter((row) => row.some((one) => one.trim() !== ''))
      expect(parseCsv(formatCsv(kept))).toEqual(kept)
    }),
  )
})
