import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, formatCsv, parseCsv } from './csv.ts'

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
  [
    'a first line that names the separator, as Excel has it',
    'sep=|\r\na,b|c\r\n1|2\r\n',
    [[''], ['a,b', 'c'], ['1', '2']],
  ],
  ['old line ends and empty lines', 'a\r\r1\r', [['a'], [''], ['1']]],
])('reads %s', (_, text, rows) => expect(parseCsv(text)).toEqual(rows))

test('no cell can run as a formula', () => {
  expect(formatCsv([['=1+1', '+cmd', '-2', '@x', 'fine', 3]])).toBe("\uFEFF'=1+1,'+cmd,-2,'@x,fine,3\r\n")
})

test('what is written is what is read', () => {
  const cells = oneof(
    string(),
    string().map((text) => `'=${text}`),
    constantFrom('=1+1', "'", "'-2", '-2', '+1', "''@"),
  )
  assert(
    property(array(array(cells, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const all = [['x', 'y'], ...rows]
      expect(parseCsv(formatCsv(all))).toEqual(all)
    }),
  )
})

test.each([
  ['UTF-8', [0x4a, 0x6f, 0x73, 0xc3, 0xa9]],
  ['the alphabet of Windows', [0x4a, 0x6f, 0x73, 0xe9]],
  ['UTF-16', [0xff, 0xfe, 0x4a, 0, 0x6f, 0, 0x73, 0, 0xe9, 0]],
  ['UTF-16, high bytes first', [0xfe, 0xff, 0, 0x4a, 0, 0x6f, 0, 0x73, 0, 0xe9]],
])('a name in %s keeps its accents', (_, bytes) => expect(decodeText(new Uint8Array(bytes).buffer)).toBe('José'))
