import type { User } from '../../users/entities.ts'

const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')

/** Exports people as vCards (version 3), which phones can import into their address book. */
export const toVcards = (people: readonly User[], company: string): string =>
  people
    .map(({ name, phone_number, email, role, customer_name }) =>
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        `FN:${escaped(name)}`,
        `N:${name.split(' ').toReversed().map(escaped).join(';')}`,
        `ORG:${escaped(customer_name ?? company)}`,
        ...(role ? [`TITLE:${escaped(role.replaceAll('_', ' '))}`] : []),
        ...(phone_number ? [`TEL;TYPE=CELL:+${phone_number}`] : []),
        ...(email ? [`EMAIL:${email}`] : []),
        'END:VCARD',
      ].join('\r\n'),
    )
    .join('\r\n')
