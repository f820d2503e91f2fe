import { isContact, type User } from '../../users/entities.ts'

const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')

/** The name of the company a person works for, as far as the reader may see it. */
function employerOf(person: User, company: string): string | null {
  // Guests are not told who is of the team.
  const isTold = person.customer_id !== undefined || person.outside !== undefined
  return person.customer_name ?? (isTold && !isContact(person) ? company : null)
}

/** Exports people as vCards (version 3), which phones can import into their address book. */
export const toVcards = (people: readonly User[], company: string): string =>
  people
    .map((person) => {
      const { name, phone_number, email, role } = person
      const employer = employerOf(person, company)
      return [
        'BEGIN:VCARD',
        'VERSION:3.0',
        `FN:${escaped(name)}`,
        `N:${name.split(' ').toReversed().map(escaped).join(';')}`,
        ...(employer === null ? [] : [`ORG:${escaped(employer)}`]),
        ...(role ? [`TITLE:${escaped(role.replaceAll('_', ' '))}`] : []),
        ...(phone_number ? [`TEL;TYPE=CELL:+${phone_number}`] : []),
        ...(email ? [`EMAIL:${email}`] : []),
        'END:VCARD',
      ].join('\r\n')
    })
    .join('\r\n')
