import type { Entity } from './entity.ts'

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
/** Within a sentence; a word of capitals keeps them: "RFI". */
export const inSentence = (label: string): string =>
  /^[A-Z][A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

type Described = Pick<Entity, 'display'>

/** The words of buttons, headings and messages that every kind of record has, with its own name in them. */
export function wordsOf({ display: { noun, plural } }: Described) {
  return {
    plural: capital(plural),
    add: `Add ${noun}`,
    addFirst: `Add the first ${noun} to begin.`,
    edit: `Edit ${noun}`,
    added: `${capital(noun)} added.`,
    saved: `${capital(noun)} saved.`,
    deleted: `${capital(noun)} deleted.`,
    gone: `This ${noun} no longer exists.`,
    none: `No ${plural} yet.`,
    noneSuch: `No such ${plural}.`,
    which: `Which ${plural}`,
    search: `Search ${plural}`,
    find: `Find ${plural}`,
    more: `More for ${plural}`,
    selected: `Selected ${plural}`,
    previous: `Previous ${noun}`,
    next: `Next ${noun}`,
    reply: `Reply to this ${noun}`,
  }
}

/** "1 task", "3 tasks". */
export const countOf = (count: number, { display: { noun, plural } }: Described): string =>
  `${count} ${count === 1 ? noun : plural}`

/** Why a step is not possible in a state: "This RFI is resolved." */
export const inState = ({ display }: Described, label: string): string =>
  `This ${display.noun} is ${inSentence(label)}.`

/** What records that have nothing in a field have in common: "No phase"; of "Ends on" that it is not set. */
export const withoutA = (label: string): string =>
  /\b(to|by|of|on|with)$/i.test(label) ? 'Not set' : `No ${inSentence(label)}`
