/** The disciplines of drawings, by the letter that their sheets' numbers begin with. */
export const disciplines = ['A', 'S', 'M', 'P', 'E', 'C', 'other'] as const
export type Discipline = (typeof disciplines)[number]

export const disciplineNames: Readonly<Record<Discipline, string>> = {
  A: 'Architectural',
  S: 'Structural',
  M: 'Mechanical',
  P: 'Plumbing',
  E: 'Electrical',
  C: 'Civil',
  other: 'Other',
}

const isDiscipline = (letter: string): letter is Discipline => (disciplines as readonly string[]).includes(letter)

/** The discipline of a sheet by its number: `E2.1` is electrical, `FP-1` another. */
export function disciplineOf(number: string): Discipline {
  const [letters = ''] = /^[A-Z]+/.exec(number.toUpperCase()) ?? []
  return letters.length === 1 && isDiscipline(letters) ? letters : 'other'
}

/** A sheet's number as it is compared: without spaces, dashes and case. */
export const numberKey = (number: string): string => number.replace(/[\s\-–—]/g, '').toUpperCase()
