import type { Id } from '../access/access.ts'
import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'

/** The changed fields of an entry of a record's history. */
type Changed = Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>

const irregular: Record<string, string> = {
  make: 'made',
  read: 'read',
  reset: 'reset',
  leave: 'left',
  send: 'sent',
  set: 'set',
  submit: 'submitted',
  take: 'took',
  undo: 'undid',
  undone: 'undid',
  unsubmit: 'took back',
}

/** An action's text in the history: that of its workflow step, or its past tense. */
export const actionWords = ({ workflow }: Pick<Entity, 'workflow'>, action: string): string =>
  workflow?.steps[action]?.history ?? pastTense(action)

/** The person whose step it was, where somebody else (`by`) took it; `record` is as the step left it. */
export function forWhom(
  { workflow }: Pick<Entity, 'workflow'>,
  action: string,
  record: object,
  by: Id | null,
): Id | null {
  const whose = workflow?.steps[action]?.for
  const id = whose === undefined ? null : (record as Readonly<Record<string, unknown>>)[whose]
  return typeof id === 'number' && id !== by ? id : null
}

/** A record as each of the entries of its history left it; they are the newest first. */
export function statesAfter<R extends object>(record: R, entries: readonly { readonly changes: Changed }[]): R[] {
  let state = record
  return entries.map(({ changes }) => {
    const after = state
    state = Object.assign({}, state, ...Object.entries(changes).map(([name, { old }]) => ({ [name]: old }))) as R
    return after
  })
}

/**
 * The changes that say something to a reader: without what the server computes, and without the stamps of a step, whose
 * words, author and time are in the entry already.
 */
export const tellingChanges = <C extends Changed>({ fields }: { readonly fields: Fields }, changes: C) =>
  Object.entries(changes).filter(
    ([name]) => fields[name] && !fields[name].facts.readonly && fields[name].kind !== 'json',
  )

function regular(verb: string): string {
  if (verb.endsWith('ed')) return verb
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  // One short syllable doubles its last consonant.
  return /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`
}

/** An action in the past tense: `archive` becomes “archived”, `reset_password` becomes “reset password”. */
export function pastTense(action: string): string {
  const [verb = '', ...rest] = action.split('_')
  return [irregular[verb] ?? regular(verb), ...rest].join(' ')
}
