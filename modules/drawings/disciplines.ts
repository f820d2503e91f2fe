import { numberKey } from '#lib/title-block/values.ts'

/** The disciplines of drawings, by the letters that their sheets' numbers begin with. */
export const disciplineNames = {
  G: 'General',
  C: 'Civil',
  L: 'Landscape',
  A: 'Architectural',
  AD: 'Demolition',
  I: 'Interiors',
  S: 'Structural',
  FP: 'Fire protection',
  FA: 'Fire alarm',
  M: 'Mechanical',
  P: 'Plumbing',
  E: 'Electrical',
  EL: 'Lighting',
  T: 'Telecommunications',
  AV: 'Audiovisual',
  Q: 'Equipment',
  other: 'Other',
} as const
export type Discipline = keyof typeof disciplineNames
export const disciplines = Object.keys(disciplineNames) as [Discipline, ...Discipline[]]

const isDiscipline = (letters: string): letters is Discipline => letters !== 'other' && letters in disciplineNames

/** What other letters stand for: those that several offices use, and the second letters of the national standard. */
const also: Readonly<Record<string, Discipline>> = {
  F: 'FP',
  FX: 'FP',
  SP: 'FP',
  LS: 'A',
  D: 'AD',
  TY: 'T',
  TC: 'T',
  EP: 'E',
  ES: 'E',
  ED: 'E',
  LT: 'EL',
  K: 'Q',
  FS: 'Q',
}

/** The discipline of a sheet by its number: `E2.1` is electrical, `FP-1` fire protection, `2E-101A` electrical. */
export function disciplineOf(number: string): Discipline {
  const [, letters = ''] = /^\d{0,2}([A-Z]+)/.exec(number.toUpperCase()) ?? []
  const [first = ''] = letters
  if (isDiscipline(letters)) return letters
  const other = also[letters]
  if (other) return other
  // Two letters begin with that of their trade: MH is mechanical, AE architectural.
  return letters.length === 2 && isDiscipline(first) ? first : 'other'
}

/** The same with dots left out as well: one architect's E2.01 is another one's E201. */
const looseKey = (number: string): string => numberKey(number).replace(/[._/]/g, '')

/** Finds the sheet that a number means among the numbers there are: whatever the punctuation, unless two differ by it alone. */
export function sheetFinder(numbers: Iterable<string>): (number: string) => string {
  const keys = new Set<string>()
  const loose = new Map<string, Set<string>>()
  for (const number of numbers) {
    const key = numberKey(number)
    keys.add(key)
    const known = loose.get(looseKey(number)) ?? new Set()
    loose.set(looseKey(number), known.add(key))
  }
  return (number) => {
    const key = numberKey(number)
    const alike = loose.get(looseKey(number))
    const [only] = alike?.size === 1 ? alike : []
    return keys.has(key) ? key : (only ?? key)
  }
}
