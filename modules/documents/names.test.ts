import { expect, test } from 'vitest'
import { cleanName, freeName, nameProblem } from './names.ts'

test.each([
  ['Panels/LP-2', 'A name cannot contain / or \\.'],
  ['Panels\\LP-2', 'A name cannot contain / or \\.'],
  ['..', 'A name cannot be made of dots alone.'],
  ['Panels\u0007', 'This name contains characters that cannot be seen.'],
  ['photo\u202egpj.exe', 'This name contains characters that cannot be seen.'],
  ['ä'.repeat(128), 'This name is longer than 255 bytes.'],
  ['ä'.repeat(127), null],
  ['LP-2 (rev. 3), "final"', null],
])('%j is refused as it should be', (name, problem) => {
  expect(nameProblem(name)).toBe(problem)
})

test.each([
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['a/b\\c.pdf', 'a_b_c.pdf'],
  ['...', 'file'],
  ['', 'file'],
  [`${'ä'.repeat(200)}.pdf`, `${'ä'.repeat(125)}.pdf`],
  [`${'💡'.repeat(100)}.pdf`, `${'💡'.repeat(62)}.pdf`],
])('an uploaded %j can be kept', (name, kept) => {
  expect(cleanName(name)).toBe(kept)
  expect(nameProblem(kept)).toBeNull()
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
