import { expect, test } from 'vitest'
import { cleanName, freeName, nameProblem } from './file-names.ts'

const SIGNS = 'A name cannot contain / \\ : * ? " < > or |.'
const DEVICE = 'Windows keeps this name for a device.'
const NOTHING = 'This name shows nothing.'
const UNSEEN = 'This name contains characters that cannot be seen.'
const BEGINS = 'A name cannot begin with a dot or a space.'
const ENDS = 'A name cannot end with a dot or a space.'

test.each([
  ['Panels/LP-2', SIGNS, 'Panels_LP-2'],
  ['Panels\\LP-2', SIGNS, 'Panels_LP-2'],
  ['a:b', SIGNS, 'a_b'],
  ['a*?', SIGNS, 'a_'],
  ['Pipe 3".pdf', SIGNS, 'Pipe 3_.pdf'],
  ['<b>|', SIGNS, '_b_'],
  ['CON', DEVICE, 'CON_'],
  ['nul.pdf', DEVICE, 'nul_.pdf'],
  ['Lpt1 .tar.gz', DEVICE, 'Lpt1_ .tar.gz'],
  ['COM¹', DEVICE, 'COM¹_'],
  ['CONOUT$', DEVICE, 'CONOUT$_'],
  ['quote.', ENDS, 'quote'],
  ['quote ', ENDS, 'quote'],
  ['.env', BEGINS, '_.env'],
  ['.plan.pdf', BEGINS, 'plan.pdf'],
  [' plan', BEGINS, 'plan'],
  ['..', NOTHING, 'file'],
  ['', NOTHING, 'file'],
  ['\u2800\u3164', NOTHING, 'file'],
  ['\u2800.pdf', NOTHING, 'file.pdf'],
  ['Panels\u0007', UNSEEN, 'Panels'],
  ['photo\u202egpj.exe', UNSEEN, 'photogpj.exe'],
  ['plan\u200b.pdf', UNSEEN, 'plan.pdf'],
])('%j is refused with %j, and %j would do', (name, problem, instead) => {
  expect(nameProblem(name)).toBe(`${problem} Use ${instead} instead.`)
  expect(cleanName(name)).toBe(instead)
  expect(nameProblem(instead)).toBeNull()
})

test.each([
  'ä'.repeat(127),
  "LP-2 (rev. 3), 'final' 50% & more",
  'console',
  'COM10',
  'a.con',
  '平面図 👷🏽‍♀️.jpg',
  '-',
  'می‌خواهم',
])('%j can be kept as it is', (name) => {
  expect(nameProblem(name)).toBeNull()
  expect(cleanName(name)).toBe(name.normalize('NFC'))
})

test.each([
  ['a/b\\c.pdf', 'a_b_c.pdf'],
  [`${'ä'.repeat(200)}.pdf`, `${'ä'.repeat(125)}.pdf`],
  [`${'💡'.repeat(100)}.pdf`, `${'💡'.repeat(62)}.pdf`],
  [`${'a '.repeat(200)}`, `${'a '.repeat(127)}a`],
])('%j is shortened before its ending', (name, kept) => {
  expect(cleanName(name)).toBe(kept)
  expect(nameProblem(kept)).toBeNull()
})

test('whatever a name is made of, the nearest one can be kept, and stays as it is', () => {
  const parts = [
    'con',
    'nul',
    '.',
    '..',
    ' ',
    '/',
    ':',
    '\u0000',
    '\u202e',
    '\ud800',
    '\u3164',
    '\u2800',
    'a',
    'e\u0301',
    '.txt',
  ]
  const names = parts.flatMap((a) =>
    parts.flatMap((b) => parts.flatMap((c) => [a + b + c, a + b + c + 'x'.repeat(250)])),
  )
  for (const name of names) {
    const kept = cleanName(name)
    expect([name, nameProblem(kept)]).toEqual([name, null])
    expect(cleanName(kept)).toBe(kept)
  }
})

test('a second file of a name gets the next number, before its ending', () => {
  const taken = new Set(['plan.pdf', 'plan (2).pdf', 'notes'])
  const isTaken = (name: string) => taken.has(name.toLowerCase())
  expect(freeName('Plan.pdf', isTaken)).toBe('Plan (3).pdf')
  expect(freeName('Notes', isTaken)).toBe('Notes (2)')
  expect(freeName('New.pdf', isTaken)).toBe('New.pdf')
  const long = `${'a'.repeat(251)}.pdf`
  expect(freeName(long, (name) => name === long)).toBe(`${'a'.repeat(247)} (2).pdf`)
})
